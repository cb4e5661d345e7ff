/* Two threads fill one map under a lock. The hash makes the keys collide. */
#include "hashmap.h"
#include <assert.h>
#include <pthread.h>

struct pair {
  int key, value;
};

static struct hashmap *map;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint64_t hash(const void *item, uint64_t seed0, uint64_t seed1) { return ((const struct pair *)item)->key & 1; }
static int compare(const void *a, const void *b, void *data) { return ((const struct pair *)a)->key - ((const struct pair *)b)->key; }

static void *set(void *argument) {
  int key = *(int *)argument;
  pthread_mutex_lock(&lock);
  hashmap_set(map, &(struct pair){key, 10 * key});
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t first, second;
  int one = 1, three = 3;
  map = hashmap_new(sizeof(struct pair), 0, 0, 0, hash, compare, 0, 0);
  pthread_create(&first, 0, set, &one);
  pthread_create(&second, 0, set, &three);
  pthread_join(first, 0);
  pthread_join(second, 0);
  const struct pair *found = hashmap_get(map, &(struct pair){3, 0});
  assert(found && found->value == 30);
  assert(hashmap_count(map) == 2);
  assert(hashmap_delete(map, &(struct pair){1, 0}) && hashmap_count(map) == 1);
  hashmap_free(map);
  return 0;
}
