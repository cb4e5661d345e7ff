/*
 * Epoch-based reclamation: readers pin the current epoch while they use shared data; a writer puts what it has unlinked into
 * the bag of the epoch it sees, and frees a bag when the epoch is two ahead.  The epoch advances when every
 * pinned thread has seen it.
 *
 * The bug is one of order alone: epoch_unpin() clears the thread's mark with memory_order_relaxed.  The reads made while it
 * was pinned are not ordered before the free that follows when another thread sees the cleared mark.
 *
 * race: UNSAFE.  The reader reads the settings' fields, unpins; the writer sees it unpinned, advances twice and frees them.  No
 *   release of the reader lies between its reads and its relaxed store, so read and free are unordered.
 * memory: safe (in sequentially consistent runs, which is what is checked).  A reader that reaches the old settings has pinned
 *   the epoch e of that moment, before they were unlinked; they are retired in e or later and freed at e + 2 or later.  The
 *   step from e + 1 to e + 2 fails while a thread is pinned in e.  Pinning checks the epoch again after the announcement.
 * assert: safe.  The settings that a reader sees are whole: version and limit are written together before they are published.
 * deadlock: safe.  No locks.  pin repeats only when the epoch has moved, which it does at most three times here.
 * leak: safe.  Bags that are not yet old enough are emptied by main after the joins.  overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- epochs */

#define EPOCH_THREADS 2
#define EPOCH_BAGS 3
#define EPOCH_UNPINNED 0u

struct garbage {
  struct garbage *next;
  void *object;
};

struct epoch_thread {
  atomic_uint pinned; /* epoch, or EPOCH_UNPINNED */
  struct {
    unsigned epoch;
    struct garbage *list;
  } bags[EPOCH_BAGS];
};

struct epoch_domain {
  atomic_uint epoch;
  struct epoch_thread threads[EPOCH_THREADS];
};

static void epoch_init(struct epoch_domain *d)
{
  atomic_init(&d->epoch, 2);
  for (int t = 0; t < EPOCH_THREADS; t++) {
    atomic_init(&d->threads[t].pinned, EPOCH_UNPINNED);
    for (int b = 0; b < EPOCH_BAGS; b++) {
      d->threads[t].bags[b].epoch = 0;
      d->threads[t].bags[b].list = NULL;
    }
  }
}

static void epoch_pin(struct epoch_domain *d, struct epoch_thread *self)
{
  unsigned epoch = atomic_load(&d->epoch);

  for (;;) {
    unsigned again;

    atomic_store(&self->pinned, epoch);
    again = atomic_load(&d->epoch);
    if (again == epoch)
      return;
    epoch = again;
  }
}

static inline void epoch_unpin(struct epoch_thread *self)
{
  atomic_store_explicit(&self->pinned, EPOCH_UNPINNED, memory_order_relaxed);
}

static void bag_empty(struct garbage **list)
{
  while (*list) {
    struct garbage *g = *list;

    *list = g->next;
    free(g->object);
    free(g);
  }
}

/* Frees this thread's bags that are two epochs old. */
static void epoch_collect(struct epoch_thread *self, unsigned epoch)
{
  for (int b = 0; b < EPOCH_BAGS; b++)
    if (self->bags[b].list && self->bags[b].epoch + 2 <= epoch)
      bag_empty(&self->bags[b].list);
}

static bool epoch_try_advance(struct epoch_domain *d)
{
  unsigned epoch = atomic_load(&d->epoch);

  for (int t = 0; t < EPOCH_THREADS; t++) {
    unsigned pinned = atomic_load(&d->threads[t].pinned);

    if (pinned != EPOCH_UNPINNED && pinned != epoch)
      return false;
  }
  return atomic_compare_exchange_strong(&d->epoch, &epoch, epoch + 1);
}

/* The object was unlinked before the call; the caller is pinned. */
static bool epoch_retire(struct epoch_domain *d, struct epoch_thread *self, void *object)
{
  unsigned epoch = atomic_load(&d->epoch);
  struct garbage *g = malloc(sizeof *g);
  int b = (int)(epoch % EPOCH_BAGS);

  if (!g)
    return false;
  if (self->bags[b].epoch != epoch) {
    bag_empty(&self->bags[b].list);
    self->bags[b].epoch = epoch;
  }
  g->object = object;
  g->next = self->bags[b].list;
  self->bags[b].list = g;
  return true;
}

/* ---- driver: settings that are replaced while they are read */

struct settings {
  unsigned version;
  unsigned limit;
};

static struct epoch_domain domain;
static _Atomic(struct settings *) current;

static struct settings *settings_new(unsigned version)
{
  struct settings *s = malloc(sizeof *s);

  if (s) {
    s->version = version;
    s->limit = version * 100;
  }
  return s;
}

static void *reader_main(void *argument)
{
  struct epoch_thread *self = argument;
  const struct settings *s;
  unsigned version, limit;

  epoch_pin(&domain, self);
  s = atomic_load_explicit(&current, memory_order_acquire);
  version = s->version;
  limit = s->limit;
  epoch_unpin(self);
  assert(limit == version * 100);
  return NULL;
}

static void *writer_main(void *argument)
{
  struct epoch_thread *self = argument;
  struct settings *fresh = settings_new(2);

  if (!fresh)
    return NULL;
  epoch_pin(&domain, self);
  epoch_retire(&domain, self, atomic_exchange(&current, fresh));
  epoch_unpin(self);
  for (int i = 0; i < 2; i++)
    if (epoch_try_advance(&domain))
      epoch_collect(self, atomic_load(&domain.epoch));
  return NULL;
}

int main(void)
{
  pthread_t reader, writer;

  epoch_init(&domain);
  atomic_init(&current, settings_new(1));
  if (!atomic_load(&current))
    return EXIT_FAILURE;
  pthread_create(&reader, NULL, reader_main, &domain.threads[0]);
  pthread_create(&writer, NULL, writer_main, &domain.threads[1]);
  pthread_join(reader, NULL);
  pthread_join(writer, NULL);
  for (int t = 0; t < EPOCH_THREADS; t++)
    for (int b = 0; b < EPOCH_BAGS; b++)
      bag_empty(&domain.threads[t].bags[b].list);
  assert(atomic_load(&current)->version == 2);
  printf("epoch %u\n", atomic_load(&domain.epoch));
  free(atomic_load(&current));
  return EXIT_SUCCESS;
}
