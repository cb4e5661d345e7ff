/* A worker ends without giving its lock back; the other waits for it while main polls.
 *
 * deadlock: unsafe. A mutex that is not robust stays locked when its owner has ended.
 * assert: safe, there is none. race: safe, both counters are atomic. No heap, small numbers.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int looks, done;

static void *forget(void *arg) {
  pthread_mutex_lock(&m); /* never unlocked */
  return arg;
}

static void *need(void *arg) {
  pthread_mutex_lock(&m); /* in vain */
  pthread_mutex_unlock(&m);
  atomic_store(&done, 1);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, need, NULL);
  pthread_create(&t2, NULL, forget, NULL);
  for (int i = 0; i < 2 && !atomic_load(&done); i++) atomic_fetch_add(&looks, 1);
  return 0;
}
