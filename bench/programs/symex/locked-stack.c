/* Two threads push and pop in turn under a lock, 2N + 1 sections each and two steps a section: the one that enters, and the one that works and leaves (PDPOR,
   Table 3, stack, where each has 11 sections). Asserted: the stack neither overflows nor is popped empty, and what is popped was pushed. With -DBAD it has one place too few. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#ifndef N
#define N 5
#endif
#include "repeat.h"
#include "section.h"

#ifdef BAD
#define SIZE 1
#else
#define SIZE 2
#endif

static int stack[2], top, isLocked;

#define ENTER BEGIN; WAIT_UNTIL(!isLocked); isLocked = 1; END;
#define PUSH(value) ENTER BEGIN; assert(top < SIZE); stack[top++] = value; isLocked = 0; END;
#define POP ENTER BEGIN; assert(top > 0); top--; assert(stack[top] != 0); isLocked = 0; END;

static void *one(void *arg) {
  REPEAT(PUSH(1) POP)
  PUSH(1)
  return arg;
}

static void *two(void *arg) {
  REPEAT(PUSH(2) POP)
  PUSH(2)
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
