/* An object is unlinked and given to the collector while a reader may still read it. The reader leaves after the collection. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <assert.h>
#include "gc.h"

struct object {
  int value;
  gc_entry_t entry;
};

static gc_t *gc;
static struct object *_Atomic shared;
static sem_t registered, collected;

static void *reader(void *argument) {
  gc_register(gc);
  sem_post(&registered);
  gc_crit_enter(gc);
  struct object *object = atomic_load(&shared);
  if (object) assert(object->value == 7);
  gc_crit_exit(gc);
  sem_wait(&collected);
  gc_unregister(gc);
  return argument;
}

int main(void) {
  pthread_t thread;
  struct object *object = malloc(sizeof *object);
  object->value = 7;
  sem_init(&registered, 0, 0);
  sem_init(&collected, 0, 0);
  atomic_store(&shared, object);
  gc = gc_create(offsetof(struct object, entry), NULL, NULL);
  gc_register(gc);
  pthread_create(&thread, NULL, reader, NULL);
  sem_wait(&registered);
  gc_limbo(gc, atomic_exchange(&shared, NULL));
  gc_full(gc, 1);
  sem_post(&collected);
  pthread_join(thread, NULL);
  gc_unregister(gc);
  gc_destroy(gc);
  return 0;
}
