/* The same worker with a clean-up handler that unlocks, and a buffer that another handler frees.
 *
 * deadlock: safe, the lock is released on both ways out. leak, memory: safe, the buffer is freed exactly once: by the
 *   handler when cancelled, by the pop otherwise. race: safe, progress is under the mutex.
 * assert: safe: main sees the worker cancelled (progress 0) or not (progress 1). uninit: safe, nothing reads the buffer.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int progress;

static void unlock(void *arg) { pthread_mutex_unlock(arg); }

static void *worker(void *arg) {
  char *buffer = malloc(8);
  pthread_cleanup_push(free, buffer);
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, &lock);
  pthread_testcancel();
  progress = 1;
  pthread_cleanup_pop(1);
  pthread_cleanup_pop(1);
  return arg;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  pthread_mutex_lock(&lock);
  assert(progress == (result != PTHREAD_CANCELED));
  pthread_mutex_unlock(&lock);
  return 0;
}
