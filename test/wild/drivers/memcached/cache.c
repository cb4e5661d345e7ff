/* Two threads take an object from one cache, write to it and give it back. */
#include <assert.h>
#include <cache.h>
#include <stdlib.h>

static cache_t *cache;

static void *worker(void *name) {
  void **object = cache_alloc(cache);
  assert(object != NULL);
  *object = name;
  assert(*object == name);
  cache_free(cache, object);
  return NULL;
}

int main(void) {
  pthread_t thread;
  int first, second;
  cache = cache_create("objects", sizeof(void *), sizeof(void *));
  pthread_create(&thread, NULL, worker, &first);
  worker(&second);
  pthread_join(thread, NULL);
  assert(cache->total >= 1 && cache->total <= 2 && cache->freecurr == cache->total);
  cache_destroy(cache);
  return 0;
}
