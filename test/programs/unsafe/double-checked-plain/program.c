/* Double-checked locking with a plain pointer.
 *
 * race: unsafe. The first check reads the pointer without the lock; and what it points to is then read unordered.
 * assert: safe under sequential consistency: the pointer is stored after the object is filled.
 * leak: safe, created once under the lock and freed at the end. uninit: safe, filled before it is published.
 * deadlock: safe, one lock. memory: safe, freed after both joins.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct config {
  int limit;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct config *instance;

static struct config *get(void) {
  if (instance == NULL) {
    pthread_mutex_lock(&lock);
    if (instance == NULL) {
      struct config *fresh = malloc(sizeof *fresh);
      fresh->limit = 10;
      instance = fresh;
    }
    pthread_mutex_unlock(&lock);
  }
  return instance;
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
  free(instance);
  return 0;
}
