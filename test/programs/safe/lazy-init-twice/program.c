/* Lazy initialisation without a lock: a thread that finds no cache creates one.
 *
 * leak: unsafe. Both threads find NULL and create; the second store overwrites the only pointer to the first object.
 * race: safe. The pointer is atomic, and each object is filled before the releasing store that publishes it.
 * assert: safe, every cache holds 64. uninit, memory: safe, filled before, freed after the joins. Nothing blocks.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct cache {
  int entries;
};

static struct cache *_Atomic shared;

static void *user(void *arg) {
  struct cache *c = atomic_load(&shared);
  if (c == NULL) {
    c = malloc(sizeof *c);
    c->entries = 64;
    atomic_store(&shared, c);
  }
  assert(c->entries == 64);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, user, NULL);
  pthread_create(&t2, NULL, user, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  free(atomic_load(&shared));
  return 0;
}
