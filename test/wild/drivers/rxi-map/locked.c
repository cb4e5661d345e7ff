/* Two threads set a key each under a lock; both are found, and one is removed. */
#include "map.h"
#include <assert.h>
#include <pthread.h>

static map_int_t map;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void set(const char *key, int value) {
  pthread_mutex_lock(&lock);
  assert(map_set(&map, key, value) == 0);
  pthread_mutex_unlock(&lock);
}

static void *other(void *argument) {
  set("one", 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  map_init(&map);
  pthread_create(&thread, 0, other, 0);
  set("two", 2);
  pthread_join(thread, 0);
  assert(*map_get(&map, "one") == 1 && *map_get(&map, "two") == 2);
  map_remove(&map, "one");
  assert(map_get(&map, "one") == 0);
  map_deinit(&map);
  return 0;
}
