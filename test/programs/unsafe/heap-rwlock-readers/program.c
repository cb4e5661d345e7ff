/* Two threads write x under read locks of one lock on the heap; a relaxed flag tells the second that the first is done.
 *
 * race: unsafe. Readers are not ordered with each other, wherever the lock lies, and a relaxed flag orders nothing.
 * assert: none. deadlock, memory: safe. leak: safe, the lock is freed after the joins.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_rwlock_t *lock;
static atomic_int done;
static int x;

static void *first(void *arg) {
  pthread_rwlock_rdlock(lock);
  x = 1;
  pthread_rwlock_unlock(lock);
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return arg;
}

static void *second(void *arg) {
  if (atomic_load_explicit(&done, memory_order_relaxed)) {
    pthread_rwlock_rdlock(lock);
    x = 2;
    pthread_rwlock_unlock(lock);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  lock = malloc(sizeof *lock);
  pthread_rwlock_init(lock, NULL);
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_rwlock_destroy(lock);
  free(lock);
  return 0;
}
