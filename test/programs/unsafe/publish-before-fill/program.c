/* The routing table is published first and filled afterwards.
 *
 * assert: unsafe. The reader takes the pointer between the two and finds gateway == 0.
 * race: unsafe, the gateway is written after the releasing store, so nothing orders it before the reader's access.
 * uninit: safe, calloc clears. leak, memory: safe, freed after the joins; the pointer is checked. Nothing blocks.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct route {
  int gateway;
};

static struct route *_Atomic table;

static void *updater(void *arg) {
  struct route *fresh = calloc(1, sizeof *fresh);
  atomic_store(&table, fresh);
  fresh->gateway = 254;
  return arg;
}

static void *forwarder(void *arg) {
  struct route *current = atomic_load(&table);
  if (current != NULL) {
    int gateway = current->gateway;
    assert(gateway == 254);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, updater, NULL);
  pthread_create(&t2, NULL, forwarder, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  free(atomic_load(&table));
  return 0;
}
