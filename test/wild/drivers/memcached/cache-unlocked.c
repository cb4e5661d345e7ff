/* Two threads take objects by the functions that leave the lock to the caller, and do not lock. */
#include <assert.h>
#include <cache.h>
#include <stdlib.h>

static cache_t *cache;

static void *worker(void *unused) {
  assert(do_cache_alloc(cache) != NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  cache = cache_create("objects", sizeof(void *), sizeof(void *));
  cache_free(cache, cache_alloc(cache));
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  return 0;
}
