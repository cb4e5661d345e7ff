/* Two threads put a key each into the only bucket of a lock-free map. */
#include <assert.h>
#include <pthread.h>
#include "hashmap.h"

static hashmap_t *map;
static int keys[2];

static uint8_t differ(const void *a, const void *b) { return a != b; }
static uint64_t hash(const void *key) { return 7; }

static void *put(void *argument) {
  assert(!hashmap_put(map, argument, argument));
  return 0;
}

int main(void) {
  pthread_t thread;
  map = hashmap_new(1, differ, hash);
  pthread_create(&thread, 0, put, &keys[1]);
  put(&keys[0]);
  pthread_join(thread, 0);
  assert(hashmap_get(map, &keys[0]) == &keys[0] && hashmap_get(map, &keys[1]) == &keys[1] && map->length == 2);
  return 0;
}
