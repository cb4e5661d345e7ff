/*
 * An LRU cache with one lock per stripe and one budget of entries for all stripes.  A look-up pins the entry; an insertion
 * that exceeds the budget evicts the least recently used unpinned entry of its own stripe.
 *
 * The bug is on the path for a stripe in which everything is pinned: the victim is then sought in the other stripes, and
 * their locks are taken while the own one is still held.  Two insertions from different stripes take two locks in opposite
 * orders.
 *
 * deadlock: UNSAFE.  Thread A pins the entry of stripe 0 and inserts into stripe 0; thread B does the same with stripe 1.
 *   Each holds its stripe's lock and waits for the other's.
 * assert: safe.  A pinned entry keeps its value.  `used` counts entries and reservations; a reservation that finds no victim is
 *   given back, so at the end `used` is the number of entries, and at most the budget.
 * race: safe.  Lists and pins are changed under the stripe's lock.  A value is written before its entry is inserted and read
 *   while the entry is pinned; the eviction that frees it finds the pin gone, under the lock under which it was given back.
 * memory: safe.  An entry is freed when it is out of the list and not pinned.
 * leak: safe.  What is in the lists is freed by main; an entry that could not be inserted, by its thread.
 * overflow, uninit: safe.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define STRIPES 2

/* ---- doubly linked lists with a head */

struct list {
  struct list *next, *prev;
};

static inline void list_init(struct list *head)
{
  head->next = head->prev = head;
}

static inline void list_insert(struct list *head, struct list *item)
{
  item->next = head->next;
  item->prev = head;
  head->next->prev = item;
  head->next = item;
}

static inline void list_remove(struct list *item)
{
  item->next->prev = item->prev;
  item->prev->next = item->next;
}

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

/* ---- cache */

struct entry {
  struct list lru;
  unsigned key;
  unsigned value;
  unsigned pins;
};

struct stripe {
  pthread_mutex_t lock;
  struct list lru; /* most recently used first */
};

struct lru_cache {
  struct stripe stripes[STRIPES];
  atomic_uint used;
  unsigned budget;
};

static struct lru_cache *cache_create(unsigned budget)
{
  struct lru_cache *c = malloc(sizeof *c);

  if (!c)
    return NULL;
  for (int i = 0; i < STRIPES; i++) {
    pthread_mutex_init(&c->stripes[i].lock, NULL);
    list_init(&c->stripes[i].lru);
  }
  atomic_init(&c->used, 0);
  c->budget = budget;
  return c;
}

static inline struct stripe *stripe_of(struct lru_cache *c, unsigned key)
{
  return &c->stripes[key % STRIPES];
}

/* Caller holds the stripe's lock. */
static struct entry *stripe_find(struct stripe *s, unsigned key)
{
  for (struct list *l = s->lru.next; l != &s->lru; l = l->next) {
    struct entry *e = container_of(l, struct entry, lru);

    if (e->key == key)
      return e;
  }
  return NULL;
}

/* Takes the least recently used unpinned entry out.  Caller holds the stripe's lock. */
static struct entry *stripe_evict(struct stripe *s)
{
  for (struct list *l = s->lru.prev; l != &s->lru; l = l->prev) {
    struct entry *e = container_of(l, struct entry, lru);

    if (e->pins == 0) {
      list_remove(l);
      return e;
    }
  }
  return NULL;
}

/* Everything in `own` is pinned: looks for a victim elsewhere.  Caller holds the lock of `own`. */
static struct entry *evict_elsewhere(struct lru_cache *c, struct stripe *own)
{
  struct entry *victim = NULL;

  for (int i = 0; i < STRIPES && !victim; i++) {
    struct stripe *other = &c->stripes[i];

    if (other == own)
      continue;
    pthread_mutex_lock(&other->lock);
    victim = stripe_evict(other);
    pthread_mutex_unlock(&other->lock);
  }
  return victim;
}

static int cache_put(struct lru_cache *c, unsigned key, unsigned value)
{
  struct stripe *s = stripe_of(c, key);
  struct entry *fresh = malloc(sizeof *fresh);
  struct entry *victim = NULL;
  int error = 0;

  if (!fresh)
    return -ENOMEM;
  fresh->key = key;
  fresh->value = value;
  fresh->pins = 0;
  pthread_mutex_lock(&s->lock);
  if (stripe_find(s, key)) {
    error = -EEXIST;
    goto fail;
  }
  if (atomic_fetch_add(&c->used, 1) >= c->budget) {
    victim = stripe_evict(s);
    if (!victim)
      victim = evict_elsewhere(c, s);
    atomic_fetch_sub(&c->used, 1);
    if (!victim) {
      error = -ENOSPC;
      goto fail;
    }
  }
  list_insert(&s->lru, &fresh->lru);
  pthread_mutex_unlock(&s->lock);
  free(victim);
  return 0;
fail:
  pthread_mutex_unlock(&s->lock);
  free(fresh);
  return error;
}

/* Finds and pins. */
static struct entry *cache_get(struct lru_cache *c, unsigned key)
{
  struct stripe *s = stripe_of(c, key);
  struct entry *e;

  pthread_mutex_lock(&s->lock);
  e = stripe_find(s, key);
  if (e) {
    e->pins++;
    list_remove(&e->lru);
    list_insert(&s->lru, &e->lru);
  }
  pthread_mutex_unlock(&s->lock);
  return e;
}

static void cache_unpin(struct lru_cache *c, struct entry *e)
{
  struct stripe *s = stripe_of(c, e->key);

  pthread_mutex_lock(&s->lock);
  e->pins--;
  pthread_mutex_unlock(&s->lock);
}

/* No thread uses the cache any more.  Returns how many entries it had. */
static unsigned cache_destroy(struct lru_cache *c)
{
  unsigned count = 0;

  for (int i = 0; i < STRIPES; i++) {
    struct entry *e;

    while ((e = stripe_evict(&c->stripes[i]))) {
      count++;
      free(e);
    }
    assert(c->stripes[i].lru.next == &c->stripes[i].lru);
    pthread_mutex_destroy(&c->stripes[i].lock);
  }
  free(c);
  return count;
}

/* ---- driver: derives a new entry from a pinned one, one thread per stripe */

struct deriver {
  pthread_t thread;
  struct lru_cache *cache;
  unsigned from, to;
  int status;
};

static void *deriver_main(void *argument)
{
  struct deriver *self = argument;
  struct entry *source = cache_get(self->cache, self->from);

  if (!source) {
    self->status = -ENOENT;
    return NULL;
  }
  assert(source->value == self->from * 10);
  self->status = cache_put(self->cache, self->to, source->value + 1);
  cache_unpin(self->cache, source);
  return NULL;
}

int main(void)
{
  struct lru_cache *cache = cache_create(STRIPES);
  struct deriver derivers[STRIPES];
  unsigned used, count;

  if (!cache)
    return EXIT_FAILURE;
  for (unsigned i = 0; i < STRIPES; i++)
    if (cache_put(cache, i, i * 10) != 0)
      return EXIT_FAILURE;
  for (unsigned i = 0; i < STRIPES; i++) {
    derivers[i] = (struct deriver){ .cache = cache, .from = i, .to = i + STRIPES };
    pthread_create(&derivers[i].thread, NULL, deriver_main, &derivers[i]);
  }
  for (unsigned i = 0; i < STRIPES; i++) {
    pthread_join(derivers[i].thread, NULL);
    assert(derivers[i].status == 0 || derivers[i].status == -ENOSPC || derivers[i].status == -ENOENT);
  }
  used = atomic_load(&cache->used);
  assert(used <= STRIPES);
  count = cache_destroy(cache);
  assert(count == used);
  printf("%u entries\n", used);
  return EXIT_SUCCESS;
}
