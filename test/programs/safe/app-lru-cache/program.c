/*
 * An LRU cache of blocks with loading on a miss: the first thread that misses a key loads it without holding the lock,
 * others that want the same key wait for it; entries in use are not evicted.
 *
 * assert: safe.  A key is loaded by one thread at a time; a thread that gets an entry finds the data of its key; the number of
 *   entries stays within the capacity plus the entries in use.
 * race: safe.  Index, list and counts are touched under the lock.  The data of an entry is written by its loader before
 *   it is marked READY under the lock, and read only by holders of a reference.
 * deadlock: safe.  One lock.  A thread waits for an entry that is LOADING; its loader holds no lock and never waits.
 * memory: safe.  Only READY entries without references are freed, under the lock, after they were unlinked.
 * leak: safe.  main frees all entries.  uninit, overflow: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define CAPACITY 2
#define BUCKETS 2
#define CLIENTS 3
#define BLOCK 2

enum entry_state { LOADING, READY };

struct entry {
  unsigned key;
  enum entry_state state;
  unsigned refs;
  unsigned data[BLOCK];
  struct entry *chain;          /* hash chain */
  struct entry *newer, *older;  /* LRU list */
};

struct cache {
  pthread_mutex_t lock;
  pthread_cond_t loaded;
  struct entry *buckets[BUCKETS];
  struct entry *newest, *oldest;
  unsigned entries, hits, misses, evictions;
};

static struct cache cache = { .lock = PTHREAD_MUTEX_INITIALIZER, .loaded = PTHREAD_COND_INITIALIZER };

static inline unsigned content(unsigned key, unsigned i)
{
  return key * 1000 + i;
}

/* ---- structure; callers hold the lock */

static struct entry **chain_of(unsigned key)
{
  return &cache.buckets[key % BUCKETS];
}

static struct entry *find(unsigned key)
{
  struct entry *e = *chain_of(key);
  while (e && e->key != key)
    e = e->chain;
  return e;
}

static void list_remove(struct entry *e)
{
  if (e->newer)
    e->newer->older = e->older;
  else
    cache.newest = e->older;
  if (e->older)
    e->older->newer = e->newer;
  else
    cache.oldest = e->newer;
}

static void list_push(struct entry *e)
{
  e->newer = NULL;
  e->older = cache.newest;
  if (cache.newest)
    cache.newest->newer = e;
  else
    cache.oldest = e;
  cache.newest = e;
}

static void drop(struct entry *e)
{
  struct entry **link = chain_of(e->key);
  while (*link != e)
    link = &(*link)->chain;
  *link = e->chain;
  list_remove(e);
  free(e);
  cache.entries--;
}

static void make_room(void)
{
  struct entry *e = cache.oldest;

  while (cache.entries >= CAPACITY && e) {
    struct entry *newer = e->newer;
    if (e->state == READY && e->refs == 0) {
      drop(e);
      cache.evictions++;
    }
    e = newer;
  }
}

/* ---- interface */

static void load_block(struct entry *e)
{
  for (unsigned i = 0; i < BLOCK; i++)
    e->data[i] = content(e->key, i);
}

static struct entry *cache_get(unsigned key)
{
  struct entry *e;

  pthread_mutex_lock(&cache.lock);
  e = find(key);
  if (e) {
    cache.hits++;
    e->refs++;
    list_remove(e);
    list_push(e);
    while (e->state == LOADING)
      pthread_cond_wait(&cache.loaded, &cache.lock);
    pthread_mutex_unlock(&cache.lock);
    return e;
  }

  cache.misses++;
  make_room();
  e = malloc(sizeof *e);
  if (!e)
    abort();
  e->key = key;
  e->state = LOADING;
  e->refs = 1;
  e->chain = *chain_of(key);
  *chain_of(key) = e;
  list_push(e);
  cache.entries++;
  assert(cache.entries <= CAPACITY + CLIENTS);
  pthread_mutex_unlock(&cache.lock);

  load_block(e);

  pthread_mutex_lock(&cache.lock);
  e->state = READY;
  pthread_cond_broadcast(&cache.loaded);
  pthread_mutex_unlock(&cache.lock);
  return e;
}

static void cache_put(struct entry *e)
{
  pthread_mutex_lock(&cache.lock);
  assert(e->refs > 0);
  e->refs--;
  pthread_mutex_unlock(&cache.lock);
}

static void cache_clear(void)
{
  while (cache.newest) {
    assert(cache.newest->refs == 0 && cache.newest->state == READY);
    drop(cache.newest);
  }
}

struct client {
  pthread_t thread;
  unsigned keys[2];
};

static void *client_main(void *arg)
{
  struct client *c = arg;

  for (int i = 0; i < 2; i++) {
    struct entry *e = cache_get(c->keys[i]);
    for (unsigned k = 0; k < BLOCK; k++)
      assert(e->data[k] == content(c->keys[i], k));
    cache_put(e);
  }
  return NULL;
}

int main(void)
{
  struct client clients[CLIENTS] = {
    { .keys = { 1, 2 } },
    { .keys = { 1, 3 } },
    { .keys = { 2, 1 } },
  };

  for (int i = 0; i < CLIENTS; i++)
    pthread_create(&clients[i].thread, NULL, client_main, &clients[i]);
  for (int i = 0; i < CLIENTS; i++)
    pthread_join(clients[i].thread, NULL);

  assert(cache.hits + cache.misses == CLIENTS * 2);
  assert(cache.entries == cache.misses - cache.evictions);
  printf("%u hits, %u misses, %u evictions\n", cache.hits, cache.misses, cache.evictions);
  cache_clear();
  assert(cache.entries == 0);
  pthread_cond_destroy(&cache.loaded);
  pthread_mutex_destroy(&cache.lock);
  return 0;
}
