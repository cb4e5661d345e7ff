/* Two threads add to two sums, both of them N times, each time in one step (PDPOR, Table 3, stateful20, where N is 20). Asserted: both totals. With -DBAD
   one of the second thread's additions is two steps. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#ifndef N
#define N 20
#endif
#include "repeat.h"
#include "section.h"

static atomic_int first, second;

#define ADD(m, n) BEGIN; first += m; second += n; END;

static void *one(void *arg) {
  REPEAT(ADD(1, 5))
  return arg;
}

static void *two(void *arg) {
  REPEAT(ADD(3, 2))
#ifdef BAD
  first = first - 3;
  first += 3;
#endif
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, one, NULL);
  pthread_create(&b, NULL, two, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(first == 4 * N);
  assert(second == 7 * N);
  return 0;
}
