/* The old gcc builtins: a counter, a compare-and-swap, and a test-and-set lock.
 *
 * assert: safe, nothing is lost. race: safe. The words are touched by builtins only until the joins; the plain sum lies
 *   between lock_test_and_set (acquire) and lock_release (release).
 * deadlock: safe, the spin ends when the holder releases. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int counter, flag, winner, sum;

static void *worker(void *arg) {
  int mine = __sync_fetch_and_add(&counter, 1) + 1;
  __sync_bool_compare_and_swap(&winner, 0, mine);
  while (__sync_lock_test_and_set(&flag, 1))
    ;
  sum += mine;
  __sync_lock_release(&flag);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, worker, NULL);
  pthread_create(&t2, NULL, worker, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(counter == 2 && sum == 3 && (winner == 1 || winner == 2));
  return 0;
}
