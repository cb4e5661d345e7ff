/* Double-checked locking done right: the pointer is released when published and acquired when checked.
 *
 * race: safe. A thread that sees the pointer has acquired the object's contents; the creator holds the lock.
 * assert, uninit: safe, filled before it is published. leak: safe, created once, freed at the end.
 * deadlock: safe, one lock. memory: safe, freed after both joins.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct config {
  int limit;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct config *_Atomic instance;

static struct config *get(void) {
  struct config *current = atomic_load_explicit(&instance, memory_order_acquire);
  if (current == NULL) {
    pthread_mutex_lock(&lock);
    current = atomic_load_explicit(&instance, memory_order_relaxed);
    if (current == NULL) {
      current = malloc(sizeof *current);
      current->limit = 10;
      atomic_store_explicit(&instance, current, memory_order_release);
    }
    pthread_mutex_unlock(&lock);
  }
  return current;
}

static void *user(void *arg) {
  assert(get()->limit == 10);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, user, NULL);
  pthread_create(&t2, NULL, user, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  free(atomic_load(&instance));
  return 0;
}
