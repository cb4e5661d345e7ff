/* A running maximum by test and store; the samples are input.
 *
 * assert: unsafe. With two different samples above the start, the thread with the larger one stores it, and the other,
 *   which had tested before, overwrites it with the smaller.
 * race: safe, atomic. overflow: comparisons only. No heap, no blocking.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern short __VERIFIER_nondet_short(void);

static atomic_int high;
static int sample[2];

static void *record(void *arg) {
  int mine = *(int *)arg;
  if (atomic_load(&high) < mine) atomic_store(&high, mine);
  return NULL;
}

int main(void) {
  for (int i = 0; i < 2; i++) sample[i] = __VERIFIER_nondet_short();
  pthread_t t1, t2;
  pthread_create(&t1, NULL, record, &sample[0]);
  pthread_create(&t2, NULL, record, &sample[1]);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(atomic_load(&high) >= sample[0] && atomic_load(&high) >= sample[1]);
  return 0;
}
