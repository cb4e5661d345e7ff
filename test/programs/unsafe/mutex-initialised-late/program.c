/* A thread initialises a mutex that another one may already use.
 *
 * race: unsafe. pthread_mutex_init writes the mutex as an assignment would, and nothing orders that before the other thread's lock. (All zeros
 * happen to be a valid mutex, so that nothing else goes wrong when the lock comes first.)
 * deadlock: unsafe. If the initialisation comes between lock and unlock, the unlock finds a mutex that is free. assert: none. memory: safe.
 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock;

static void *starter(void *arg) {
  pthread_mutex_init(&lock, NULL);
  return arg;
}

static void *user(void *arg) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, starter, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
