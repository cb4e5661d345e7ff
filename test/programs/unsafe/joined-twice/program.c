/* Two supervisors share one worker; each joins it unless the flag says that it was joined.
 *
 * memory: unsafe. Both see joined == 0 and both join: the second join is of a thread that no longer exists.
 * race: safe, the flag is touched under the mutex, and worker is written before the supervisors start. assert: none.
 * deadlock: safe, the worker ends by itself and nothing is held while joining. No heap.
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t worker;
static int joined;

static void *work(void *arg) { return arg; }

static void *supervise(void *arg) {
  pthread_mutex_lock(&lock);
  int mine = !joined;
  pthread_mutex_unlock(&lock);
  if (mine) {
    pthread_join(worker, NULL);
    pthread_mutex_lock(&lock);
    joined = 1;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&t1, NULL, supervise, NULL);
  pthread_create(&t2, NULL, supervise, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
