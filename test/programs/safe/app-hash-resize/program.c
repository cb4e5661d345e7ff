/*
 * A hash table with one lock per bucket that grows under load: operations hold a read lock on the table and the lock of their
 * bucket, the resize holds the write lock and moves all entries.
 *
 * assert: safe.  No insertion is lost across a resize; counters of a key add up; the table grows at least once because
 *   four different keys exceed the load limit of two buckets.
 * race: safe.  Chains are touched under the bucket lock and the shared table lock, or under the exclusive table lock; the
 *   number of entries is atomic.
 * deadlock: safe.  Order: table lock, then one bucket lock.  The table lock is released before it is taken for writing.
 * memory: safe.  The old bucket array is freed under the write lock, when no other thread is inside.
 * leak: safe.  Arrays and entries are freed.  overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define INITIAL_BUCKETS 2u
#define MAX_LOAD 1u
#define WRITERS 2
#define ADDS 3

struct entry {
  unsigned key;
  unsigned value;
  struct entry *next;
};

struct bucket {
  pthread_mutex_t lock;
  struct entry *chain;
};

struct table {
  pthread_rwlock_t lock; /* protects `buckets` and `count` */
  struct bucket *buckets;
  unsigned count;
  atomic_uint entries;
  unsigned resizes;
};

static inline unsigned mix(unsigned key)
{
  key ^= key >> 7;
  return key * 0x9e3779b1u;
}

static struct bucket *buckets_new(unsigned count)
{
  struct bucket *b = malloc(count * sizeof *b);
  if (!b)
    return NULL;
  for (unsigned i = 0; i < count; i++) {
    pthread_mutex_init(&b[i].lock, NULL);
    b[i].chain = NULL;
  }
  return b;
}

static void buckets_free(struct bucket *b, unsigned count)
{
  for (unsigned i = 0; i < count; i++)
    pthread_mutex_destroy(&b[i].lock);
  free(b);
}

static int table_init(struct table *t)
{
  t->buckets = buckets_new(INITIAL_BUCKETS);
  if (!t->buckets)
    return -1;
  pthread_rwlock_init(&t->lock, NULL);
  t->count = INITIAL_BUCKETS;
  atomic_init(&t->entries, 0);
  t->resizes = 0;
  return 0;
}

/* Caller holds the table lock in either mode. */
static struct bucket *bucket_for(struct table *t, unsigned key)
{
  return &t->buckets[(mix(key) >> 8) % t->count];
}

static void table_grow(struct table *t)
{
  pthread_rwlock_wrlock(&t->lock);
  /* Another thread may have done it while we had no lock. */
  if (atomic_load(&t->entries) > t->count * MAX_LOAD) {
    unsigned old_count = t->count;
    struct bucket *old = t->buckets;
    struct bucket *grown = buckets_new(old_count * 2);

    if (grown) {
      t->buckets = grown;
      t->count = old_count * 2;
      for (unsigned i = 0; i < old_count; i++)
        while (old[i].chain) {
          struct entry *e = old[i].chain;
          struct bucket *to = bucket_for(t, e->key);
          old[i].chain = e->next;
          e->next = to->chain;
          to->chain = e;
        }
      buckets_free(old, old_count);
      t->resizes++;
    }
  }
  pthread_rwlock_unlock(&t->lock);
}

/* Adds to the value of a key, creating it with zero. */
static int table_add(struct table *t, unsigned key, unsigned amount)
{
  struct bucket *b;
  struct entry *e;
  bool crowded = false;
  int rc = 0;

  pthread_rwlock_rdlock(&t->lock);
  b = bucket_for(t, key);
  pthread_mutex_lock(&b->lock);
  for (e = b->chain; e && e->key != key; e = e->next)
    ;
  if (!e) {
    e = malloc(sizeof *e);
    if (!e) {
      rc = -1;
      goto out;
    }
    e->key = key;
    e->value = 0;
    e->next = b->chain;
    b->chain = e;
    crowded = atomic_fetch_add(&t->entries, 1) + 1 > t->count * MAX_LOAD;
  }
  e->value += amount;
out:
  pthread_mutex_unlock(&b->lock);
  pthread_rwlock_unlock(&t->lock);
  if (crowded)
    table_grow(t);
  return rc;
}

static bool table_get(struct table *t, unsigned key, unsigned *value)
{
  struct bucket *b;
  bool found = false;

  pthread_rwlock_rdlock(&t->lock);
  b = bucket_for(t, key);
  pthread_mutex_lock(&b->lock);
  for (struct entry *e = b->chain; e; e = e->next)
    if (e->key == key) {
      *value = e->value;
      found = true;
      break;
    }
  pthread_mutex_unlock(&b->lock);
  pthread_rwlock_unlock(&t->lock);
  return found;
}

static void table_destroy(struct table *t)
{
  for (unsigned i = 0; i < t->count; i++)
    while (t->buckets[i].chain) {
      struct entry *e = t->buckets[i].chain;
      t->buckets[i].chain = e->next;
      free(e);
    }
  buckets_free(t->buckets, t->count);
  pthread_rwlock_destroy(&t->lock);
}

static struct table table;
static const unsigned plan[WRITERS][ADDS] = { { 1, 2, 3 }, { 3, 4, 1 } };

static void *writer_main(void *arg)
{
  const unsigned *keys = arg;

  for (int i = 0; i < ADDS; i++) {
    unsigned value = 0;
    if (table_add(&table, keys[i], 10) < 0)
      return NULL;
    bool found = table_get(&table, keys[i], &value);
    assert(found && value >= 10);
  }
  return NULL;
}

int main(void)
{
  pthread_t writers[WRITERS];
  unsigned total = 0;

  if (table_init(&table) < 0)
    return 1;
  for (int i = 0; i < WRITERS; i++)
    pthread_create(&writers[i], NULL, writer_main, (void *)plan[i]);
  for (int i = 0; i < WRITERS; i++)
    pthread_join(writers[i], NULL);

  for (unsigned key = 1; key <= 4; key++) {
    unsigned value = 0;
    bool found = table_get(&table, key, &value);
    assert(found);
    total += value;
  }
  assert(total == WRITERS * ADDS * 10);
  assert(table.resizes >= 1 && table.count == INITIAL_BUCKETS << table.resizes);
  printf("%u entries in %u buckets\n", atomic_load(&table.entries), table.count);
  table_destroy(&table);
  return 0;
}
