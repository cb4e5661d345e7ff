/* One thread sets while another gets, without a lock. */
#include "hashmap.h"
#include <pthread.h>

static struct hashmap *map;

static uint64_t hash(const void *item, uint64_t seed0, uint64_t seed1) { return *(const int *)item; }
static int compare(const void *a, const void *b, void *data) { return *(const int *)a - *(const int *)b; }

static void *set(void *argument) {
  hashmap_set(map, &(int){1});
  return argument;
}

int main(void) {
  pthread_t setter;
  map = hashmap_new(sizeof(int), 0, 0, 0, hash, compare, 0, 0);
  pthread_create(&setter, 0, set, 0);
  hashmap_get(map, &(int){1});
  pthread_join(setter, 0);
  hashmap_free(map);
  return 0;
}
