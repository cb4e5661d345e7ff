/* Two closely coupled threads: one adds 1 twice, the other doubles twice, each update with its check in one step (PDPOR, examples 1 and 2). Asserted: x is at
   most C. With -DBAD the bound is one too small. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include "section.h"

#ifdef BAD
#define C 7
#else
#define C 8
#endif

static int x;

#define STEP(update) BEGIN; update; assert(x <= C); END

static void *add(void *arg) {
  STEP(x += 1);
  STEP(x += 1);
  return arg;
}

static void *duplicate(void *arg) {
  STEP(x *= 2);
  STEP(x *= 2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, duplicate, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
