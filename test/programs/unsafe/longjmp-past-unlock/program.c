/* An error inside the critical section is reported by longjmp, which skips the unlock.
 *
 * deadlock: unsafe. With a bad record the worker ends with the lock held, and main waits for it forever.
 * race: safe, stored is under the mutex. memory: safe, the jump goes to a live frame. uninit: the buffer is set first.
 * assert: safe, main gets the lock only after a good record. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

extern bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stored;

static void store(jmp_buf on_error) {
  pthread_mutex_lock(&lock);
  if (__VERIFIER_nondet_bool()) longjmp(on_error, 1);
  stored = 1;
  pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
  jmp_buf on_error;
  if (setjmp(on_error) == 0) store(on_error);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&lock);
  assert(stored == 1);
  pthread_mutex_unlock(&lock);
  return 0;
}
