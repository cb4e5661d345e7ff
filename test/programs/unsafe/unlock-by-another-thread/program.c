/* A mutex used like a semaphore: main locks it, and the worker is supposed to unlock it when its work is done.
 *
 * deadlock: unsafe, always: the worker unlocks a mutex that main owns.
 * race: safe, result is atomic. assert: none. No heap.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t done = PTHREAD_MUTEX_INITIALIZER;
static atomic_int result;

static void *worker(void *arg) {
  atomic_store(&result, 1);
  pthread_mutex_unlock(&done);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&done);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_unlock(&done);
  return 0;
}
