/* One thread puts N values into a circular buffer, the other takes them; each waits for the other after every value, and works in two steps: so there is one order of
   4N steps (PDPOR, Table 3, circular_buffer, where N is 7). Asserted: values are taken in the order in which they were put. With -DBAD the reader starts one place further. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#ifndef N
#define N 7
#endif
#include "repeat.h"
#include "section.h"

#define SIZE 5

enum { empty, filling, full, draining };

static int buffer[SIZE], state = empty, next;
#ifdef BAD
static int last = 1;
#else
static int last;
#endif

#define STEP(from, to, action) BEGIN; WAIT_UNTIL(state == from); action; state = to; END;
#define PUT STEP(empty, filling, (void)0) STEP(filling, full, (buffer[next] = value++, next = (next + 1) % SIZE))
#define GET STEP(full, draining, (void)0) STEP(draining, empty, ({ assert(buffer[last] == value); value++; last = (last + 1) % SIZE; }))

static void *put(void *arg) {
  int value = 1;
  REPEAT(PUT)
  return arg;
}

static void *get(void *arg) {
  int value = 1;
  REPEAT(GET)
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, put, NULL);
  pthread_create(&b, NULL, get, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
