/* Two threads add N times each to one counter, each time in one step (PDPOR, Table 3, micro_2, where N is 100). Asserted: the total. With -DBAD the second
   thread's additions are two steps. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#ifndef N
#define N 100
#endif
#include "repeat.h"
#include "section.h"

#ifdef BAD
static atomic_int counter;
#define ADD(n) counter = counter + n;
#else
static int counter;
#define ADD(n) BEGIN; counter += n; END;
#endif

static void *one(void *arg) {
  REPEAT(ADD(1))
  return arg;
}

static void *two(void *arg) {
  REPEAT(ADD(2))
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 3 * N);
  return 0;
}
