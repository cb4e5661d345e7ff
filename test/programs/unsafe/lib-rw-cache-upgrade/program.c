/*
 * A cache of compiled templates under a read-write lock: hits are served under the read lock; a miss compiles the template
 * and inserts it under the write lock.  pthread locks cannot be upgraded, so the read lock is given back in between.
 *
 * The bug: after it got the write lock cache_get() does not look again whether another thread has inserted the template
 * meanwhile.  The same template is compiled and inserted twice, and the threads hold different copies.
 *
 * assert: UNSAFE.  Both threads miss "home", both insert: two compilations for one name, and the renderings come from
 *   different templates.  (That every name is in its bucket at most once is what main asserts first.)
 * race: safe.  Buckets change under the write lock and are read under the lock.  A template does not change once it is
 *   inserted; its counter of uses is atomic.  What a thread has got is read after its join.
 * deadlock: safe.  The read lock is released before the write lock is asked for; one lock in all.
 * memory: safe.  Templates live until main frees the cache, after the joins.  leak: safe, duplicates are also in the chain.
 * overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- templates */

#define NAME_MAX_LENGTH 8
#define PARTS_MAX 3

enum part_kind { PART_TEXT, PART_FIELD };

struct part {
  enum part_kind kind;
  size_t length;
  const char *text;
};

struct template {
  struct template *next;
  char name[NAME_MAX_LENGTH];
  unsigned part_count;
  struct part parts[PARTS_MAX];
  atomic_uint uses;
};

static const struct {
  const char *name;
  const char *source;
} sources[] = {
  { "home", "Hi $u!" },
  { "bye", "Bye" },
};

static const char *find_source(const char *name)
{
  for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++)
    if (strcmp(sources[i].name, name) == 0)
      return sources[i].source;
  return NULL;
}

static struct template *template_compile(const char *name)
{
  const char *source = find_source(name);
  struct template *t;

  if (!source)
    return NULL;
  t = calloc(1, sizeof *t);
  if (!t)
    return NULL;
  strncpy(t->name, name, sizeof t->name - 1);
  while (*source && t->part_count < PARTS_MAX) {
    struct part *p = &t->parts[t->part_count++];

    if (*source == '$') {
      p->kind = PART_FIELD;
      p->text = source + 1;
      p->length = 1;
      source += 2;
    } else {
      p->kind = PART_TEXT;
      p->text = source;
      p->length = strcspn(source, "$");
      source += p->length;
    }
  }
  return t;
}

/* How long the result is if a field has this length. */
static size_t template_length(struct template *t, size_t field)
{
  size_t length = 0;

  for (unsigned i = 0; i < t->part_count; i++)
    length += t->parts[i].kind == PART_TEXT ? t->parts[i].length : field;
  atomic_fetch_add_explicit(&t->uses, 1, memory_order_relaxed);
  return length;
}

/* ---- cache */

#define BUCKETS 4

struct cache {
  pthread_rwlock_t lock;
  struct template *buckets[BUCKETS];
  atomic_uint compiled;
};

static unsigned hash(const char *name)
{
  unsigned h = 5381;

  for (; *name; name++)
    h = h * 33 + (unsigned char)*name;
  return h % BUCKETS;
}

/* Caller holds the lock, for reading at least. */
static struct template *cache_find(struct cache *c, const char *name)
{
  struct template *t = c->buckets[hash(name)];

  while (t && strcmp(t->name, name) != 0)
    t = t->next;
  return t;
}

static struct template *cache_get(struct cache *c, const char *name)
{
  struct template *t;

  pthread_rwlock_rdlock(&c->lock);
  t = cache_find(c, name);
  pthread_rwlock_unlock(&c->lock);
  if (t)
    return t;

  t = template_compile(name);
  if (!t)
    return NULL;
  atomic_fetch_add(&c->compiled, 1);
  pthread_rwlock_wrlock(&c->lock);
  t->next = c->buckets[hash(name)];
  c->buckets[hash(name)] = t;
  pthread_rwlock_unlock(&c->lock);
  return t;
}

static void cache_init(struct cache *c)
{
  pthread_rwlock_init(&c->lock, NULL);
  for (int i = 0; i < BUCKETS; i++)
    c->buckets[i] = NULL;
  atomic_init(&c->compiled, 0);
}

/* How many templates of this name there are. */
static unsigned cache_count(struct cache *c, const char *name)
{
  unsigned count = 0;

  pthread_rwlock_rdlock(&c->lock);
  for (struct template *t = c->buckets[hash(name)]; t; t = t->next)
    if (strcmp(t->name, name) == 0)
      count++;
  pthread_rwlock_unlock(&c->lock);
  return count;
}

static void cache_destroy(struct cache *c)
{
  for (int i = 0; i < BUCKETS; i++) {
    while (c->buckets[i]) {
      struct template *t = c->buckets[i];

      c->buckets[i] = t->next;
      free(t);
    }
  }
  pthread_rwlock_destroy(&c->lock);
}

/* ---- driver: two requests for the same page */

#define REQUESTS 2

struct request {
  pthread_t thread;
  const char *page;
  size_t field;
  struct template *template;
  size_t length;
};

static struct cache cache;

static void *request_main(void *argument)
{
  struct request *r = argument;

  r->template = cache_get(&cache, r->page);
  if (r->template)
    r->length = template_length(r->template, r->field);
  return NULL;
}

int main(void)
{
  struct request requests[REQUESTS] = {
    { .page = "home", .field = 3 },
    { .page = "home", .field = 5 },
  };

  cache_init(&cache);
  for (int i = 0; i < REQUESTS; i++)
    pthread_create(&requests[i].thread, NULL, request_main, &requests[i]);
  for (int i = 0; i < REQUESTS; i++) {
    pthread_join(requests[i].thread, NULL);
    assert(requests[i].template);
    assert(requests[i].length == 4 + requests[i].field);
  }
  assert(cache_count(&cache, "home") == 1);
  assert(requests[0].template == requests[1].template);
  assert(atomic_load(&cache.compiled) == 1);
  printf("%u uses\n", atomic_load(&requests[0].template->uses));
  cache_destroy(&cache);
  return EXIT_SUCCESS;
}
