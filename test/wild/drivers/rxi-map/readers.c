/* Two threads look up a key through the macro. They only read the table, but the macro writes into the map. */
#include "map.h"
#include <pthread.h>

static map_int_t map;

static void *look(void *argument) {
  map_get(&map, "key");
  return argument;
}

int main(void) {
  pthread_t thread;
  map_init(&map);
  map_set(&map, "key", 1);
  pthread_create(&thread, 0, look, 0);
  look(0);
  pthread_join(thread, 0);
  map_deinit(&map);
  return 0;
}
