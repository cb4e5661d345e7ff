/* A test-and-set lock that unlocks with a relaxed clear.
 *
 * race: unsafe. Mutual exclusion holds, but the relaxed clear publishes nothing: the second holder reads and writes the
 *   counter without happens-before.
 * assert: safe under sequential consistency, the sections never overlap.
 * deadlock: safe, waiting is by assumption. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern void __VERIFIER_assume(int);

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int counter;

static void *worker(void *arg) {
  __VERIFIER_assume(!atomic_flag_test_and_set_explicit(&lock, memory_order_acquire));
  counter++;
  atomic_flag_clear_explicit(&lock, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, worker, NULL);
  pthread_create(&t2, NULL, worker, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(counter == 2);
  return 0;
}
