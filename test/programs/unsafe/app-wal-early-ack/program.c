/*
 * A write-ahead log with group commit: one committer becomes the leader, takes the whole batch, writes it to the disk
 * without holding the lock, and wakes the others.
 *
 * assert: UNSAFE.  After the write the leader sets durable_lsn to the last LSN *appended*, not to the last LSN of its
 *   batch.  A record appended while the leader was writing is acknowledged although it never reached the disk, and the
 *   check in wal_commit() fails.
 * race: safe.  Buffer and numbers are touched under the lock; the disk image belongs to the leader (there is one at a time,
 *   elected under the lock), its length is atomic.
 * deadlock: safe.  A waiter waits only while a leader is flushing and its LSN is not durable; the leader always
 *   broadcasts when it is done.
 * memory: safe.  A batch never exceeds the capacity: at most COMMITTERS * COMMITS records exist.
 * overflow, leak, uninit: safe.  Unsigned numbers; no heap but the log itself, freed at the end.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define COMMITTERS 3
#define COMMITS 2
#define CAPACITY (COMMITTERS * COMMITS)

typedef unsigned lsn_t; /* 0 means nothing */

struct record {
  lsn_t lsn;
  unsigned payload;
};

/* The "disk": an append-only array; `tail` is the LSN of the last record that is really there. */
struct disk {
  struct record image[CAPACITY];
  unsigned length;
  atomic_uint tail;
};

struct wal {
  pthread_mutex_t lock;
  pthread_cond_t flushed;
  struct record buffer[CAPACITY];
  unsigned buffered;
  lsn_t last_lsn;
  lsn_t durable_lsn;
  bool flushing;
  unsigned flushes;
  struct disk disk;
};

static void disk_write(struct disk *d, const struct record *batch, unsigned n)
{
  for (unsigned i = 0; i < n; i++) {
    assert(d->length < CAPACITY);
    d->image[d->length].lsn = batch[i].lsn;
    d->image[d->length].payload = batch[i].payload;
    d->length++;
  }
  if (n > 0)
    atomic_store(&d->tail, batch[n - 1].lsn);
}

static struct wal *wal_open(void)
{
  struct wal *w = malloc(sizeof *w);
  if (!w)
    return NULL;
  pthread_mutex_init(&w->lock, NULL);
  pthread_cond_init(&w->flushed, NULL);
  w->buffered = 0;
  w->last_lsn = w->durable_lsn = 0;
  w->flushing = false;
  w->flushes = 0;
  w->disk.length = 0;
  atomic_init(&w->disk.tail, 0);
  return w;
}

/* Caller holds the lock; it is released during the write. */
static void wal_flush_locked(struct wal *w)
{
  struct record batch[CAPACITY];
  unsigned n = w->buffered;

  for (unsigned i = 0; i < n; i++) {
    batch[i].lsn = w->buffer[i].lsn;
    batch[i].payload = w->buffer[i].payload;
  }
  w->buffered = 0;
  w->flushing = true;
  pthread_mutex_unlock(&w->lock);

  disk_write(&w->disk, batch, n);

  pthread_mutex_lock(&w->lock);
  w->flushing = false;
  w->flushes++;
  w->durable_lsn = w->last_lsn;
  pthread_cond_broadcast(&w->flushed);
}

/* Caller holds the lock. */
static lsn_t wal_append_locked(struct wal *w, unsigned payload)
{
  struct record *r = &w->buffer[w->buffered++];
  r->lsn = ++w->last_lsn;
  r->payload = payload;
  return r->lsn;
}

static lsn_t wal_commit(struct wal *w, unsigned payload)
{
  lsn_t lsn;

  pthread_mutex_lock(&w->lock);
  lsn = wal_append_locked(w, payload);
  while (w->durable_lsn < lsn) {
    if (w->flushing)
      pthread_cond_wait(&w->flushed, &w->lock);
    else
      wal_flush_locked(w);
  }
  pthread_mutex_unlock(&w->lock);

  /* The promise to the client: what is acknowledged survives a crash. */
  assert(atomic_load(&w->disk.tail) >= lsn);
  return lsn;
}

static void wal_close(struct wal *w)
{
  pthread_mutex_lock(&w->lock);
  if (w->buffered > 0)
    wal_flush_locked(w);
  pthread_mutex_unlock(&w->lock);
  pthread_cond_destroy(&w->flushed);
  pthread_mutex_destroy(&w->lock);
}

struct committer {
  pthread_t thread;
  struct wal *wal;
  unsigned id;
  lsn_t acknowledged[COMMITS];
};

static void *committer_main(void *arg)
{
  struct committer *c = arg;
  for (unsigned i = 0; i < COMMITS; i++)
    c->acknowledged[i] = wal_commit(c->wal, c->id * 100 + i);
  return NULL;
}

static bool disk_contains(const struct disk *d, lsn_t lsn, unsigned payload)
{
  for (unsigned i = 0; i < d->length; i++)
    if (d->image[i].lsn == lsn)
      return d->image[i].payload == payload;
  return false;
}

int main(void)
{
  struct committer committers[COMMITTERS];
  struct wal *w = wal_open();

  if (!w)
    return 1;
  for (unsigned i = 0; i < COMMITTERS; i++) {
    committers[i].wal = w;
    committers[i].id = i;
    pthread_create(&committers[i].thread, NULL, committer_main, &committers[i]);
  }
  for (unsigned i = 0; i < COMMITTERS; i++)
    pthread_join(committers[i].thread, NULL);
  wal_close(w);

  for (unsigned i = 0; i < COMMITTERS; i++)
    for (unsigned k = 0; k < COMMITS; k++)
      assert(disk_contains(&w->disk, committers[i].acknowledged[k], i * 100 + k));
  printf("%u records in %u flushes\n", w->disk.length, w->flushes);
  free(w);
  return 0;
}
