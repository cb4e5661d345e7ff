/* The smallest lock of C11: an atomic_flag, acquired by test-and-set and released by clear.
 *
 * assert: safe, the two increments do not overlap.
 * race: safe. clear releases, test-and-set acquires, the plain counter is touched in between only.
 * deadlock: safe, the wait is a spin and the holder always clears. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int counter;

static void *worker(void *arg) {
  while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
    ;
  int seen = counter;
  counter = seen + 1;
  atomic_flag_clear_explicit(&lock, memory_order_release);
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
