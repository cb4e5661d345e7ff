/* A message is filled and then published by a relaxed store of its address.
 *
 * race: unsafe. The relaxed store does not release, the fields are read unordered.
 * assert: safe under sequential consistency. uninit: safe, filled first. leak, memory: safe, freed after the joins,
 *   null is checked. Nothing blocks, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct message {
  int length, checksum;
};

static struct message *_Atomic inbox;

static void *sender(void *arg) {
  struct message *m = malloc(sizeof *m);
  m->length = 20;
  m->checksum = 21;
  atomic_store_explicit(&inbox, m, memory_order_relaxed);
  return arg;
}

static void *receiver(void *arg) {
  struct message *m = atomic_load_explicit(&inbox, memory_order_acquire);
  if (m != NULL) {
    int length = m->length;
    assert(m->checksum == length + 1);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, sender, NULL);
  pthread_create(&t2, NULL, receiver, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  free(atomic_load(&inbox));
  return 0;
}
