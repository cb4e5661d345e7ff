/* A worker has a cancellation point inside its critical section and no clean-up handler.
 *
 * deadlock: unsafe. Cancelled there, it ends with the lock held; main then waits for the lock forever.
 * race: safe, progress is under the mutex. assert: safe, 0 or 1 when main gets the lock. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int progress;

static void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  pthread_testcancel();
  progress = 1;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&lock);
  assert(progress == 0 || progress == 1);
  pthread_mutex_unlock(&lock);
  return 0;
}
