/* Two threads put a key each; one of them looks for the other's. */
#include <sys/cdefs.h>
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include "thmap.h"

static thmap_t *map;
static _Alignas(4) char keys[2] = {'a', 'b'};

static void *put(void *argument) {
  assert(thmap_put(map, &keys[0], 1, &keys[0]) == &keys[0]);
  return argument;
}

int main(void) {
  pthread_t other;
  map = thmap_create(0, NULL, THMAP_NOCOPY);
  pthread_create(&other, NULL, put, NULL);
  assert(thmap_put(map, &keys[1], 1, &keys[1]) == &keys[1]);
  void *found = thmap_get(map, &keys[0], 1);
  assert(found == NULL || found == &keys[0]);
  pthread_join(other, NULL);
  assert(thmap_get(map, &keys[0], 1) == &keys[0]);
  assert(thmap_get(map, &keys[1], 1) == &keys[1]);
  return 0;
}
