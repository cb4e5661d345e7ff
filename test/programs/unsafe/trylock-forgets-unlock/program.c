/* A statistics thread tries the lock; its early return leaves it locked.
 *
 * deadlock: unsafe. The try succeeds while there is nothing to report, the thread returns with the lock held, and the
 *   worker waits for it forever. If the worker was first, all is well.
 * race: safe, jobs is touched with the lock held only. assert: none. No heap, small numbers.
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs;

static void *report(void *arg) {
  if (pthread_mutex_trylock(&lock) != 0) return arg;
  if (jobs == 0) return arg;
  jobs = 0;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *work(void *arg) {
  pthread_mutex_lock(&lock);
  jobs++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, report, NULL);
  pthread_create(&t2, NULL, work, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
