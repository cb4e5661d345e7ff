/* One thread puts a key of one byte that lies anywhere, and another looks for it. */
#include <sys/cdefs.h>
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include "thmap.h"

static thmap_t *map;
static char key = 'a';

static void *put(void *argument) {
  thmap_put(map, &key, 1, &key);
  return argument;
}

int main(void) {
  pthread_t other;
  map = thmap_create(0, NULL, THMAP_NOCOPY);
  pthread_create(&other, NULL, put, NULL);
  void *found = thmap_get(map, &key, 1);
  assert(found == NULL || found == &key);
  pthread_join(other, NULL);
  return 0;
}
