/* A local variable gets its value only if the lock was free.
 *
 * uninit: unsafe. While the other thread is in its section the try fails, and the variable is branched on unset.
 * race: safe, level is touched with the lock held, alarms is atomic. assert: none. deadlock: safe, one lock.
 * memory, leak, overflow: safe.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level;
static atomic_int alarms;

static void *fill(void *arg) {
  pthread_mutex_lock(&lock);
  level = 5;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void read_level(int *result) {
  if (pthread_mutex_trylock(&lock) == 0) {
    *result = level;
    pthread_mutex_unlock(&lock);
  }
}

static void *watch(void *arg) {
  int current;
  read_level(&current);
  if (current > 4) atomic_fetch_add(&alarms, 1);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, fill, NULL);
  pthread_create(&t2, NULL, watch, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
