/*
 * An asynchronous logger: threads format records into a ring under a lock, a flusher writes them out in batches; debug
 * records are dropped when the ring is full, errors wait for room.
 *
 * assert: safe.  Every record that passed the level filter is either dropped or flushed, in the order of each thread;
 *   counters change under the lock.
 * race: safe.  The ring is touched under the lock; the flusher copies a batch out and writes it without the lock from its
 *   own copy; the level filter is atomic.
 * deadlock: safe.  One lock, two conditions with their predicates in loops.  The flusher sleeps only while the ring is empty and
 *   open; a writer sleeps only while the ring is full, and then there is work for the flusher.  main closes after the
 *   writers are gone.
 * memory: safe.  Ring indices are taken modulo its size; vsnprintf is bounded by the record.
 * leak, uninit, overflow: safe.  The logger is freed at the end; records are terminated strings; unsigned counters.
 */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RING 3u
#define TEXT 16
#define WRITERS 2
#define RECORDS 2

enum level { LEVEL_DEBUG, LEVEL_INFO, LEVEL_ERROR };

struct record {
  enum level level;
  unsigned writer, sequence;
  char text[TEXT];
};

struct logger {
  pthread_mutex_t lock;
  pthread_cond_t not_empty, not_full;
  struct record ring[RING];
  unsigned first, count;
  bool closing;
  unsigned accepted, dropped, flushed, batches;
  atomic_int threshold;
  pthread_t flusher;
  unsigned last_sequence[WRITERS]; /* the flusher's own */
  unsigned bytes;                  /* likewise */
};

static void emit(struct logger *l, const struct record *r)
{
  assert(r->writer < WRITERS);
  assert(r->sequence > l->last_sequence[r->writer]);
  l->last_sequence[r->writer] = r->sequence;
  l->bytes += (unsigned)strlen(r->text);
}

static void *flusher_main(void *arg)
{
  struct logger *l = arg;
  struct record batch[RING];

  memset(batch, 0, sizeof batch);
  pthread_mutex_lock(&l->lock);
  for (;;) {
    unsigned n = 0;
    while (l->count == 0 && !l->closing)
      pthread_cond_wait(&l->not_empty, &l->lock);
    if (l->count == 0)
      break;
    while (l->count > 0) {
      memcpy(&batch[n++], &l->ring[l->first], sizeof batch[0]);
      l->first = (l->first + 1) % RING;
      l->count--;
    }
    pthread_cond_broadcast(&l->not_full);
    pthread_mutex_unlock(&l->lock);

    for (unsigned i = 0; i < n; i++)
      emit(l, &batch[i]);

    pthread_mutex_lock(&l->lock);
    l->flushed += n;
    l->batches++;
  }
  pthread_mutex_unlock(&l->lock);
  return NULL;
}

static struct logger *logger_open(enum level threshold)
{
  struct logger *l = calloc(1, sizeof *l);
  if (!l)
    return NULL;
  pthread_mutex_init(&l->lock, NULL);
  pthread_cond_init(&l->not_empty, NULL);
  pthread_cond_init(&l->not_full, NULL);
  atomic_init(&l->threshold, threshold);
  if (pthread_create(&l->flusher, NULL, flusher_main, l) != 0) {
    pthread_cond_destroy(&l->not_full);
    pthread_cond_destroy(&l->not_empty);
    pthread_mutex_destroy(&l->lock);
    free(l);
    return NULL;
  }
  return l;
}

static void logger_close(struct logger *l)
{
  pthread_mutex_lock(&l->lock);
  l->closing = true;
  pthread_cond_signal(&l->not_empty);
  pthread_mutex_unlock(&l->lock);
  pthread_join(l->flusher, NULL);
}

static void logger_free(struct logger *l)
{
  pthread_cond_destroy(&l->not_full);
  pthread_cond_destroy(&l->not_empty);
  pthread_mutex_destroy(&l->lock);
  free(l);
}

static bool log_message(struct logger *l, enum level level, unsigned writer, unsigned sequence, const char *format, ...)
{
  struct record *r;
  va_list args;
  bool kept = true;

  if ((int)level < atomic_load(&l->threshold))
    return false;
  pthread_mutex_lock(&l->lock);
  l->accepted++;
  while (l->count == RING) {
    if (level != LEVEL_ERROR) {
      l->dropped++;
      kept = false;
      goto out;
    }
    pthread_cond_wait(&l->not_full, &l->lock);
  }
  r = &l->ring[(l->first + l->count) % RING];
  r->level = level;
  r->writer = writer;
  r->sequence = sequence;
  va_start(args, format);
  vsnprintf(r->text, sizeof r->text, format, args);
  va_end(args);
  l->count++;
  pthread_cond_signal(&l->not_empty);
out:
  pthread_mutex_unlock(&l->lock);
  return kept;
}

struct writer {
  pthread_t thread;
  struct logger *logger;
  unsigned id, kept;
};

static void *writer_main(void *arg)
{
  struct writer *w = arg;
  unsigned sequence = 0;

  for (unsigned i = 0; i < RECORDS; i++) {
    w->kept += log_message(w->logger, LEVEL_DEBUG, w->id, ++sequence, "step %u", i);
    w->kept += log_message(w->logger, LEVEL_ERROR, w->id, ++sequence, "code %u/%s", i, "io");
  }
  return NULL;
}

int main(void)
{
  struct writer writers[WRITERS];
  struct logger *l = logger_open(LEVEL_DEBUG);
  unsigned kept = 0;

  if (!l)
    return 1;
  for (unsigned i = 0; i < WRITERS; i++) {
    writers[i].logger = l;
    writers[i].id = i;
    writers[i].kept = 0;
    pthread_create(&writers[i].thread, NULL, writer_main, &writers[i]);
  }
  atomic_store(&l->threshold, LEVEL_INFO);
  for (unsigned i = 0; i < WRITERS; i++) {
    pthread_join(writers[i].thread, NULL);
    kept += writers[i].kept;
  }
  logger_close(l);
  assert(l->flushed == kept);
  assert(l->accepted == l->flushed + l->dropped);
  assert(kept >= WRITERS * RECORDS);
  printf("%u records, %u dropped, %u bytes in %u batches\n", l->flushed, l->dropped, l->bytes, l->batches);
  logger_free(l);
  return 0;
}
