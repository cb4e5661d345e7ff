/*
 * Shared ownership with strong and weak references (a control block apart from the object), used by a cache of
 * parsed documents whose index holds weak references only.
 *
 * The bug: weak_lock() tests that the strong count is not zero and then increments it in a second step.  If the last
 * strong reference is dropped in between, the count goes 0 -> 1 and the caller gets an object that is being, or has
 * been, destroyed.  (A correct version increments with a compare-exchange loop that never leaves zero.)  The
 * `disposed` flag keeps the object from being destroyed a second time when the resurrected reference is dropped.
 *
 * assert: UNSAFE.  The reader may find the scrubbed magic number that document_destroy() wrote before the free.
 * race: UNSAFE.  document_destroy() scrubs the fields with plain writes, the resurrected reader reads them; and nothing
 *   orders the owner's last access to the control block before the free of it (see memory).
 * memory: UNSAFE.  The reader may read the fields after the free.  Or the reader, not the owner, wins `disposed`, and
 *   the control block is gone when the owner comes to test the flag.
 * deadlock: safe (no blocking but joins).  leak: safe: `disposed` is won exactly once, and each thread drops its own
 *   weak reference, so the last one frees the control block.  overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define DOC_MAGIC 0xd0c0d0c0u
#define READERS 2
#define LOOKUPS 2

struct document {
  unsigned magic;
  unsigned words;
  char title[8];
};

struct control {
  atomic_uint strong;
  atomic_uint weak; /* all strong references together count as one weak reference */
  atomic_bool disposed;
  struct document *object;
};

struct strong_ref { struct control *cb; };
struct weak_ref { struct control *cb; };

static struct document *document_new(const char *title, unsigned words)
{
  struct document *d = calloc(1, sizeof *d);
  if (!d)
    return NULL;
  d->magic = DOC_MAGIC;
  d->words = words;
  for (size_t i = 0; i + 1 < sizeof d->title && title[i]; i++)
    d->title[i] = title[i];
  return d;
}

static void document_destroy(struct document *d)
{
  d->words = 0;
  d->magic = 0;
  free(d);
}

static struct strong_ref strong_make(struct document *d)
{
  struct strong_ref r = { malloc(sizeof(struct control)) };
  if (!r.cb)
    abort();
  atomic_init(&r.cb->strong, 1);
  atomic_init(&r.cb->weak, 1);
  atomic_init(&r.cb->disposed, false);
  r.cb->object = d;
  return r;
}

static void weak_drop(struct weak_ref *w)
{
  if (atomic_fetch_sub(&w->cb->weak, 1) == 1)
    free(w->cb);
  w->cb = NULL;
}

static struct weak_ref weak_from(struct strong_ref s)
{
  struct weak_ref w = { s.cb };
  atomic_fetch_add(&s.cb->weak, 1);
  return w;
}

static void strong_drop(struct strong_ref *s)
{
  struct control *cb = s->cb;

  s->cb = NULL;
  if (!cb)
    return;
  if (atomic_fetch_sub(&cb->strong, 1) == 1 && !atomic_exchange(&cb->disposed, true)) {
    struct weak_ref own = { cb };
    document_destroy(cb->object);
    weak_drop(&own);
  }
}

static bool weak_lock(struct weak_ref w, struct strong_ref *out)
{
  out->cb = NULL;
  if (atomic_load(&w.cb->strong) == 0)
    return false;
  atomic_fetch_add(&w.cb->strong, 1);
  out->cb = w.cb;
  return true;
}

static inline struct document *strong_get(struct strong_ref s)
{
  return s.cb->object;
}

/* ---- the index: weak references by slot, filled before the threads start */

struct index_entry {
  const char *key;
  struct weak_ref ref;
};

struct reader {
  pthread_t thread;
  struct index_entry entry;
  unsigned hits, misses, words;
};

static void *reader_main(void *arg)
{
  struct reader *r = arg;

  for (int i = 0; i < LOOKUPS; i++) {
    struct strong_ref doc;
    if (!weak_lock(r->entry.ref, &doc)) {
      r->misses++;
      continue;
    }
    r->words += strong_get(doc)->words;
    assert(strong_get(doc)->magic == DOC_MAGIC);
    r->hits++;
    strong_drop(&doc);
  }
  weak_drop(&r->entry.ref);
  return NULL;
}

struct owner {
  pthread_t thread;
  struct strong_ref ref;
};

/* The editor session that keeps the document open, and closes it at some point. */
static void *owner_main(void *arg)
{
  struct owner *o = arg;
  strong_drop(&o->ref);
  return NULL;
}

int main(void)
{
  struct reader readers[READERS];
  struct owner owner;
  struct document *d = document_new("intro", 120);
  unsigned lookups = 0;

  if (!d)
    return 1;
  owner.ref = strong_make(d);
  for (int i = 0; i < READERS; i++) {
    readers[i].entry.key = "intro";
    readers[i].entry.ref = weak_from(owner.ref);
    readers[i].hits = readers[i].misses = readers[i].words = 0;
  }
  for (int i = 0; i < READERS; i++)
    pthread_create(&readers[i].thread, NULL, reader_main, &readers[i]);
  pthread_create(&owner.thread, NULL, owner_main, &owner);

  for (int i = 0; i < READERS; i++) {
    pthread_join(readers[i].thread, NULL);
    lookups += readers[i].hits + readers[i].misses;
  }
  pthread_join(owner.thread, NULL);
  assert(lookups == READERS * LOOKUPS);
  printf("%s: %u lookups, first reader saw %u words\n", readers[0].entry.key, lookups, readers[0].words);
  return 0;
}
