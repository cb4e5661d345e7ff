/* Two workers take two locks in different orders, but neither waits without limit for its second one; main continues.
 *
 * deadlock: safe. A worker that does not get the second lock releases the first one.
 * assert: safe, there is none. race: safe, got is atomic. No heap, small numbers.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int got;

static void *tries(void *arg) {
  pthread_mutex_lock(&a);
  if (pthread_mutex_trylock(&b) == 0) {
    atomic_fetch_add(&got, 1);
    pthread_mutex_unlock(&b);
  }
  pthread_mutex_unlock(&a);
  return arg;
}

static void *waits(void *arg) {
  struct timespec soon = {1, 0};
  pthread_mutex_lock(&b);
  if (pthread_mutex_timedlock(&a, &soon) == 0) {
    atomic_fetch_add(&got, 1);
    pthread_mutex_unlock(&a);
  }
  pthread_mutex_unlock(&b);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, tries, NULL);
  pthread_create(&t2, NULL, waits, NULL);
  atomic_load(&got);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
