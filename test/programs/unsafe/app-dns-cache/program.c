/*
 * A name cache with a reader/writer lock: lookups share it, inserts and expiry are exclusive; the victim of an
 * eviction is the entry with the fewest hits.
 *
 * race: UNSAFE.  cache_lookup() holds the lock for reading and nevertheless updates two plain counters, the hit count of
 *   the entry and the statistics of the cache.  Two readers may do so at the same time.
 * assert: safe.  Nothing is asserted about the counters that lose updates; the number of entries changes under the
 *   write lock and never exceeds the capacity; an entry found has the name asked for.
 * deadlock: safe.  One lock; no upgrade from read to write while holding it (a miss releases it first).
 * memory: safe.  Entries are unlinked and freed under the write lock, and no pointer to an entry outlives the section
 *   in which it was found (the address is copied out).
 * leak: safe.  A loser of the insertion race frees its own entry; main frees the rest.
 * overflow, uninit: safe.  Unsigned counters; entries are filled before they are linked.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAPACITY 2
#define BUCKETS 2
#define CLIENTS 3

struct entry {
  char name[8];
  unsigned address;
  unsigned hits;
  struct entry *next;
};

struct cache {
  pthread_rwlock_t lock;
  struct entry *buckets[BUCKETS];
  unsigned entries;
  struct {
    unsigned hits, inserts, evictions;
  } stats;
};

static struct cache cache = { .lock = PTHREAD_RWLOCK_INITIALIZER };

static unsigned hash_name(const char *s)
{
  unsigned h = 5381;
  while (*s)
    h = h * 33 + (unsigned char)*s++;
  return h % BUCKETS;
}

static unsigned resolve(const char *name)
{
  unsigned a = 0x0a000000;
  for (size_t i = 0; name[i]; i++)
    a += (unsigned char)name[i] * (unsigned)(i + 1);
  return a;
}

/* Caller holds the lock, in either mode. */
static struct entry *find_entry(const char *name)
{
  for (struct entry *e = cache.buckets[hash_name(name)]; e; e = e->next)
    if (strcmp(e->name, name) == 0)
      return e;
  return NULL;
}

static bool cache_lookup(const char *name, unsigned *address)
{
  struct entry *e;
  bool found = false;

  pthread_rwlock_rdlock(&cache.lock);
  e = find_entry(name);
  if (e) {
    e->hits++;
    cache.stats.hits++;
    *address = e->address;
    found = true;
  }
  pthread_rwlock_unlock(&cache.lock);
  return found;
}

/* Caller holds the write lock. */
static void evict_one(void)
{
  struct entry **victim = NULL;

  for (unsigned b = 0; b < BUCKETS; b++)
    for (struct entry **link = &cache.buckets[b]; *link; link = &(*link)->next)
      if (!victim || (*link)->hits < (*victim)->hits)
        victim = link;
  if (victim) {
    struct entry *e = *victim;
    *victim = e->next;
    free(e);
    cache.entries--;
    cache.stats.evictions++;
  }
}

static int cache_insert(const char *name, unsigned address)
{
  struct entry *e = malloc(sizeof *e);
  unsigned b = hash_name(name);

  if (!e)
    return -1;
  memset(e->name, 0, sizeof e->name);
  strncpy(e->name, name, sizeof e->name - 1);
  e->address = address;
  e->hits = 0;

  pthread_rwlock_wrlock(&cache.lock);
  if (find_entry(name)) {
    pthread_rwlock_unlock(&cache.lock);
    free(e);
    return 0;
  }
  if (cache.entries == CAPACITY)
    evict_one();
  e->next = cache.buckets[b];
  cache.buckets[b] = e;
  cache.entries++;
  cache.stats.inserts++;
  assert(cache.entries <= CAPACITY);
  pthread_rwlock_unlock(&cache.lock);
  return 1;
}

static unsigned lookup_or_resolve(const char *name)
{
  unsigned address;

  if (!cache_lookup(name, &address)) {
    address = resolve(name);
    if (cache_insert(name, address) < 0)
      fprintf(stderr, "cache: out of memory\n");
  }
  return address;
}

struct client {
  pthread_t thread;
  const char *queries[2];
};

static void *client_main(void *arg)
{
  struct client *c = arg;
  for (int i = 0; i < 2; i++) {
    unsigned a = lookup_or_resolve(c->queries[i]);
    assert(a == resolve(c->queries[i]));
  }
  return NULL;
}

static void cache_clear(void)
{
  for (unsigned b = 0; b < BUCKETS; b++)
    while (cache.buckets[b]) {
      struct entry *e = cache.buckets[b];
      cache.buckets[b] = e->next;
      free(e);
      cache.entries--;
    }
}

int main(void)
{
  struct client clients[CLIENTS] = {
    { .queries = { "ns", "www" } },
    { .queries = { "ns", "ftp" } },
    { .queries = { "www", "ns" } },
  };

  if (cache_insert("ns", resolve("ns")) < 0)
    return 1;
  for (int i = 0; i < CLIENTS; i++)
    pthread_create(&clients[i].thread, NULL, client_main, &clients[i]);
  for (int i = 0; i < CLIENTS; i++)
    pthread_join(clients[i].thread, NULL);

  printf("%u hits, %u inserts, %u evictions\n", cache.stats.hits, cache.stats.inserts, cache.stats.evictions);
  assert(cache.entries == cache.stats.inserts - cache.stats.evictions);
  cache_clear();
  assert(cache.entries == 0);
  pthread_rwlock_destroy(&cache.lock);
  return 0;
}
