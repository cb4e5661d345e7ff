/* The server stops its worker while holding the lock that the worker needs to finish.
 *
 * deadlock: unsafe. If the worker has not yet had the lock when stop takes it, it never gets it, and the join waits.
 * race: safe, stopped and served are under the mutex (or after the join). assert: safe, the worker serves once. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stopped, served;

static void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  served++;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void stop(pthread_t thread) {
  pthread_mutex_lock(&lock);
  stopped = 1;
  pthread_join(thread, NULL);
  assert(served == 1 && stopped);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  stop(thread);
  return 0;
}
