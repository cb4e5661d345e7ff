/*
 * A read-write lock that prefers writers and whose write lock has a time-out, made of a mutex and two condition variables;
 * a table of routes is read and updated under it.
 *
 * The bug: readers are held up while a writer waits.  A writer that gives up after its time-out decrements `waiting_writers` and
 * leaves, but wakes no thread: the readers that it held up sleep on, and the last active reader wakes writers only.
 *
 * deadlock: UNSAFE.  Reader A is active, the writer waits, reader B arrives and is held up; the writer times out; A leaves and
 *   finds no waiting writer to wake.  B sleeps forever, main waits for it.
 * assert: safe.  A writer is alone, so a reader sees both halves of a route from the same update.  An update that timed out changes
 *   nothing.
 * race: safe.  The lock's fields are under its mutex, which also orders what was done under the lock: a reader's end before a
 *   writer's begin and the other way round.  Results are read after the joins.
 * memory, leak, overflow, uninit: safe.  Everything is static or main's.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* ---- lock */

struct rw_lock {
  pthread_mutex_t mutex;
  pthread_cond_t readers_may;
  pthread_cond_t writers_may;
  unsigned active_readers;
  unsigned waiting_writers;
  bool writing;
};

#define RW_LOCK_INITIALIZER \
  { \
    .mutex = PTHREAD_MUTEX_INITIALIZER, .readers_may = PTHREAD_COND_INITIALIZER, .writers_may = PTHREAD_COND_INITIALIZER, \
  }

static void rw_read_lock(struct rw_lock *l)
{
  pthread_mutex_lock(&l->mutex);
  while (l->writing || l->waiting_writers > 0)
    pthread_cond_wait(&l->readers_may, &l->mutex);
  l->active_readers++;
  pthread_mutex_unlock(&l->mutex);
}

static void rw_read_unlock(struct rw_lock *l)
{
  pthread_mutex_lock(&l->mutex);
  if (--l->active_readers == 0 && l->waiting_writers > 0)
    pthread_cond_signal(&l->writers_may);
  pthread_mutex_unlock(&l->mutex);
}

/* 0, or ETIMEDOUT. */
static int rw_write_timedlock(struct rw_lock *l, const struct timespec *deadline)
{
  int error = 0;

  pthread_mutex_lock(&l->mutex);
  l->waiting_writers++;
  while (l->writing || l->active_readers > 0) {
    error = pthread_cond_timedwait(&l->writers_may, &l->mutex, deadline);
    if (error == ETIMEDOUT)
      break;
  }
  l->waiting_writers--;
  if (!l->writing && l->active_readers == 0) {
    l->writing = true;
    error = 0;
  }
  pthread_mutex_unlock(&l->mutex);
  return error;
}

static void rw_write_unlock(struct rw_lock *l)
{
  pthread_mutex_lock(&l->mutex);
  l->writing = false;
  if (l->waiting_writers > 0)
    pthread_cond_signal(&l->writers_may);
  else
    pthread_cond_broadcast(&l->readers_may);
  pthread_mutex_unlock(&l->mutex);
}

/* ---- routes */

#define ROUTES 2

struct route {
  unsigned gateway;
  unsigned metric; /* always ten times the gateway */
};

static struct {
  struct rw_lock lock;
  struct route routes[ROUTES];
  unsigned version;
} table = {
  .lock = RW_LOCK_INITIALIZER,
  .routes = { { 1, 10 }, { 2, 20 } },
};

static bool route_read(unsigned index, struct route *out)
{
  if (index >= ROUTES)
    return false;
  rw_read_lock(&table.lock);
  out->gateway = table.routes[index].gateway;
  out->metric = table.routes[index].metric;
  rw_read_unlock(&table.lock);
  return true;
}

static int route_update(unsigned index, unsigned gateway, const struct timespec *deadline)
{
  int error;

  if (index >= ROUTES)
    return EINVAL;
  error = rw_write_timedlock(&table.lock, deadline);
  if (error)
    return error;
  table.routes[index].gateway = gateway;
  table.routes[index].metric = gateway * 10;
  table.version++;
  rw_write_unlock(&table.lock);
  return 0;
}

/* ---- driver */

#define READERS 2

struct reader {
  pthread_t thread;
  unsigned index;
  struct route seen;
};

struct updater {
  pthread_t thread;
  struct timespec deadline;
  int status;
};

static void *reader_main(void *argument)
{
  struct reader *r = argument;
  bool found = route_read(r->index, &r->seen);

  assert(found);
  assert(r->seen.metric == r->seen.gateway * 10);
  return NULL;
}

static void *updater_main(void *argument)
{
  struct updater *u = argument;

  u->status = route_update(1, 7, &u->deadline);
  assert(u->status == 0 || u->status == ETIMEDOUT);
  return NULL;
}

int main(void)
{
  struct reader readers[READERS] = { { .index = 0 }, { .index = 1 } };
  struct updater updater = { .deadline = { .tv_sec = 1, .tv_nsec = 0 } };

  for (unsigned i = 0; i < READERS; i++)
    pthread_create(&readers[i].thread, NULL, reader_main, &readers[i]);
  pthread_create(&updater.thread, NULL, updater_main, &updater);
  for (unsigned i = 0; i < READERS; i++)
    pthread_join(readers[i].thread, NULL);
  pthread_join(updater.thread, NULL);
  assert(readers[0].seen.gateway == 1);
  assert(readers[1].seen.gateway == 2 || readers[1].seen.gateway == 7);
  assert(table.version == (updater.status == 0 ? 1 : 0));
  printf("version %u\n", table.version);
  return EXIT_SUCCESS;
}
