/* Two threads put the same key: both get the one value that is in the map. */
#include <sys/cdefs.h>
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include "thmap.h"

static thmap_t *map;
static _Alignas(4) char key = 'a';
static int values[2];

static void *put(void *argument) { return thmap_put(map, &key, 1, &values[0]); }

int main(void) {
  pthread_t other;
  void *theirs;
  map = thmap_create(0, NULL, THMAP_NOCOPY);
  pthread_create(&other, NULL, put, NULL);
  void *ours = thmap_put(map, &key, 1, &values[1]);
  pthread_join(other, &theirs);
  assert(ours == theirs && thmap_get(map, &key, 1) == ours);
  return 0;
}
