/* main destroys the mutex although the worker has not been joined.
 *
 * deadlock: unsafe (misuse). The worker may lock the mutex after its destruction, which POSIX leaves undefined.
 * race: safe, the mutex is touched by its functions only, and the counter under it. Nothing else is shared.
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *arg) {
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t worker;
  pthread_create(&worker, NULL, work, NULL);
  pthread_mutex_destroy(&lock);
  pthread_join(worker, NULL);
  return 0;
}
