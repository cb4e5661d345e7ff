/* Lazy initialisation by compare-and-swap: the loser throws its object away and uses the winner's.
 *
 * leak: safe, the loser frees its own, main frees the winner's. memory: safe, no other thread has seen the loser's object.
 * race: safe, the exchange releases the contents and a failed one acquires them.
 * assert, uninit: safe, filled before it is published. Nothing blocks.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct cache {
  int entries;
};

static struct cache *_Atomic shared;

static struct cache *get(void) {
  struct cache *c = atomic_load(&shared);
  if (c != NULL) return c;
  struct cache *fresh = malloc(sizeof *fresh);
  fresh->entries = 64;
  if (atomic_compare_exchange_strong(&shared, &c, fresh)) return fresh;
  free(fresh);
  return c;
}

static void *user(void *arg) {
  struct cache *c = get();
  assert(c == atomic_load(&shared));
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
