/* A running maximum by compare-and-swap, with arbitrary samples.
 *
 * assert: safe. An exchange only ever raises the value, and no thread leaves while the value is below its own sample.
 * race: safe, high is atomic, samples are written before the creation. overflow: comparisons only. No heap, no blocking.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <limits.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int high = INT_MIN;
static int sample[2];

static void *record(void *arg) {
  int mine = *(int *)arg;
  int seen = atomic_load(&high);
  while (seen < mine && !atomic_compare_exchange_weak(&high, &seen, mine))
    ;
  return NULL;
}

int main(void) {
  sample[0] = __VERIFIER_nondet_int();
  sample[1] = __VERIFIER_nondet_int();
  pthread_t t1, t2;
  pthread_create(&t1, NULL, record, &sample[0]);
  pthread_create(&t2, NULL, record, &sample[1]);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  int result = atomic_load(&high);
  assert(result >= sample[0] && result >= sample[1]);
  assert(result == sample[0] || result == sample[1]);
  return 0;
}
