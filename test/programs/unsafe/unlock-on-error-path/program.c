/* Clean-up by goto: one error path jumps to the unlock although the lock has not been taken yet.
 *
 * deadlock: unsafe. With a negative size the mutex is unlocked without being held (the process ends there).
 * race: safe, total changes under the mutex. assert: safe, at most two additions of at most 100. overflow: safe for the
 *   same reason. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *reserve(void *arg) {
  int size = __VERIFIER_nondet_int();
  if (size < 0) goto out;
  pthread_mutex_lock(&lock);
  if (size > 100) goto out;
  total += size;
  assert(total <= 200);
out:
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, reserve, NULL);
  pthread_create(&t2, NULL, reserve, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
