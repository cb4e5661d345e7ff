/*
 * A hash table that is resized while it is read: a reader takes a counted reference to the current table and searches it without
 * a lock; a writer adds nodes to the current table, and when it is too full builds a larger copy and replaces it.  The last
 * one to leave an old table frees it with its nodes.
 *
 * The driver: a writer inserts two keys into a table of two buckets that holds one, so that the second insertion resizes it; a reader
 * looks for the first key and for the last.
 *
 * assert: safe.  A copy has the nodes of the original, made under the writers' mutex, so the key that was there at the beginning is
 *   found in every table.  The last key is found with its value or not at all.  At the end the current table has three keys.
 * race: safe.  The pointer to the current table and the counts are accessed under the spin lock.  Bucket heads are atomic: release
 *   when a node is added, acquire when a reader starts; a node does not change once it is added.  A table is freed by who has
 *   taken its count to zero under the spin lock, after all others have left it under that lock.
 * memory: safe.  A reader has a reference while it reads; the map itself has one to its current table.
 * deadlock: safe.  The spin lock is held for a few statements and nothing is waited for under it; it is taken after the mutex, never
 *   before.
 * leak: safe.  Old tables are freed by their last user, the current one by map_destroy.  overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- tables */

struct node {
  struct node *next;
  unsigned key;
  unsigned value;
};

struct table {
  unsigned references; /* under the map's spin lock */
  unsigned bucket_count;
  unsigned node_count; /* the writers' */
  _Atomic(struct node *) buckets[];
};

struct map {
  pthread_spinlock_t spin;
  struct table *current;
  pthread_mutex_t writers;
  unsigned resizes;
};

static struct table *table_new(unsigned bucket_count)
{
  struct table *t = malloc(sizeof *t + bucket_count * sizeof t->buckets[0]);

  if (!t)
    return NULL;
  t->references = 1;
  t->bucket_count = bucket_count;
  t->node_count = 0;
  for (unsigned i = 0; i < bucket_count; i++)
    atomic_init(&t->buckets[i], NULL);
  return t;
}

static void table_free(struct table *t)
{
  for (unsigned i = 0; i < t->bucket_count; i++) {
    struct node *n = atomic_load_explicit(&t->buckets[i], memory_order_relaxed);

    while (n) {
      struct node *next = n->next;

      free(n);
      n = next;
    }
  }
  free(t);
}

static inline _Atomic(struct node *) *table_bucket(struct table *t, unsigned key)
{
  return &t->buckets[key % t->bucket_count];
}

static bool table_add(struct table *t, unsigned key, unsigned value)
{
  _Atomic(struct node *) *bucket = table_bucket(t, key);
  struct node *n = malloc(sizeof *n);

  if (!n)
    return false;
  n->key = key;
  n->value = value;
  n->next = atomic_load_explicit(bucket, memory_order_relaxed);
  atomic_store_explicit(bucket, n, memory_order_release);
  t->node_count++;
  return true;
}

static const struct node *table_find(struct table *t, unsigned key)
{
  const struct node *n = atomic_load_explicit(table_bucket(t, key), memory_order_acquire);

  while (n && n->key != key)
    n = n->next;
  return n;
}

/* A larger table with the same keys. */
static struct table *table_grow(struct table *old)
{
  struct table *t = table_new(old->bucket_count * 2);

  if (!t)
    return NULL;
  for (unsigned i = 0; i < old->bucket_count; i++) {
    const struct node *n = atomic_load_explicit(&old->buckets[i], memory_order_relaxed);

    for (; n; n = n->next) {
      if (!table_add(t, n->key, n->value)) {
        table_free(t);
        return NULL;
      }
    }
  }
  return t;
}

/* ---- maps */

static int map_init(struct map *m, unsigned bucket_count)
{
  m->current = table_new(bucket_count);
  if (!m->current)
    return -1;
  pthread_spin_init(&m->spin, PTHREAD_PROCESS_PRIVATE);
  pthread_mutex_init(&m->writers, NULL);
  m->resizes = 0;
  return 0;
}

static struct table *map_acquire(struct map *m)
{
  struct table *t;

  pthread_spin_lock(&m->spin);
  t = m->current;
  t->references++;
  pthread_spin_unlock(&m->spin);
  return t;
}

static void map_release(struct map *m, struct table *t)
{
  bool is_last;

  pthread_spin_lock(&m->spin);
  is_last = --t->references == 0;
  pthread_spin_unlock(&m->spin);
  if (is_last)
    table_free(t);
}

static void map_replace(struct map *m, struct table *fresh)
{
  struct table *old;

  pthread_spin_lock(&m->spin);
  old = m->current;
  m->current = fresh;
  pthread_spin_unlock(&m->spin);
  map_release(m, old);
}

static bool map_get(struct map *m, unsigned key, unsigned *value)
{
  struct table *t = map_acquire(m);
  const struct node *n = table_find(t, key);

  if (n)
    *value = n->value;
  map_release(m, t);
  return n != NULL;
}

static int map_insert(struct map *m, unsigned key, unsigned value)
{
  struct table *t;
  int error = -1;

  pthread_mutex_lock(&m->writers);
  t = m->current; /* only writers replace it */
  if (table_find(t, key))
    goto out;
  if (t->node_count >= t->bucket_count) {
    struct table *larger = table_grow(t);

    if (!larger)
      goto out;
    map_replace(m, larger);
    m->resizes++;
    t = larger;
  }
  if (table_add(t, key, value))
    error = 0;
out:
  pthread_mutex_unlock(&m->writers);
  return error;
}

static void map_destroy(struct map *m)
{
  assert(m->current->references == 1);
  map_release(m, m->current);
  pthread_mutex_destroy(&m->writers);
  pthread_spin_destroy(&m->spin);
}

/* ---- driver */

static struct map map;

static void *writer_main(void *argument)
{
  int *failures = argument;

  for (unsigned key = 2; key <= 3; key++)
    if (map_insert(&map, key, key * 100) != 0)
      ++*failures;
  return NULL;
}

static void *reader_main(void *argument)
{
  bool *last_seen = argument;
  unsigned value = 0;
  bool found = map_get(&map, 1, &value);

  assert(found && value == 100);
  *last_seen = map_get(&map, 3, &value);
  assert(value == (*last_seen ? 300 : 100));
  return NULL;
}

int main(void)
{
  pthread_t reader, writer;
  bool last_seen = false;
  int failures = 0;

  if (map_init(&map, 2) != 0 || map_insert(&map, 1, 100) != 0)
    return EXIT_FAILURE;
  pthread_create(&reader, NULL, reader_main, &last_seen);
  pthread_create(&writer, NULL, writer_main, &failures);
  pthread_join(reader, NULL);
  pthread_join(writer, NULL);
  assert(failures == 0);
  assert(map.resizes == 1 && map.current->node_count == 3 && map.current->bucket_count == 4);
  printf("%s\n", last_seen ? "seen" : "not seen");
  map_destroy(&map);
  return EXIT_SUCCESS;
}
