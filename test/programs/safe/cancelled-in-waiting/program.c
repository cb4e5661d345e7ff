/* A worker that may be cancelled at any moment waits for a lock that main holds, and main waits for the worker's end.
 *
 * deadlock: safe. main has the lock from before the worker starts, so the worker never gets it; and cancellation of that type also ends a
 *   thread that waits for a lock. race: safe, the counter is main's. No heap.
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *arg) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  pthread_mutex_lock(&lock);
  return arg;
}

int main(void) {
  pthread_t worker;
  pthread_mutex_lock(&lock);
  pthread_create(&worker, NULL, work, NULL);
  pthread_cancel(worker);
  pthread_join(worker, NULL);
  count++;
  pthread_mutex_unlock(&lock);
  return 0;
}
