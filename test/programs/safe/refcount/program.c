/* Reference counting: each owner drops its reference, the last one frees.
 *
 * memory, leak: safe. Exactly one decrement returns 1, and it comes after all uses.
 * race: safe. The decrements are acquire-release, so every use of the plain payload is ordered before the free.
 * assert: safe, the payload is 5 plus one increment per owner under the lock. overflow, uninit: safe.
 * deadlock: safe, one lock inside the object, released before the reference is dropped.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct object {
  atomic_int references;
  pthread_mutex_t lock;
  int payload;
};

static void drop(struct object *o) {
  if (atomic_fetch_sub_explicit(&o->references, 1, memory_order_acq_rel) == 1) {
    assert(o->payload == 7);
    pthread_mutex_destroy(&o->lock);
    free(o);
  }
}

static void *owner(void *arg) {
  struct object *o = arg;
  pthread_mutex_lock(&o->lock);
  o->payload++;
  pthread_mutex_unlock(&o->lock);
  drop(o);
  return NULL;
}

int main(void) {
  struct object *o = malloc(sizeof *o);
  atomic_init(&o->references, 2);
  pthread_mutex_init(&o->lock, NULL);
  o->payload = 5;
  pthread_t t1, t2;
  pthread_create(&t1, NULL, owner, o);
  pthread_create(&t2, NULL, owner, o);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
