/*
 * Metrics that a detached daemon thread collects: workers count in cells of their own, the daemon adds the cells up every now and
 * then, and main ends the process without waiting for it.
 *
 * assert: safe.  The daemon's totals never fall and never exceed what the workers have counted when it looks, since a cell
 *   only grows; after main has flushed, the totals are those of all cells, and stay so, as the workers have ended.
 * race: safe.  Cells are relaxed atomics; totals and the daemon's state are under the lock.  The daemon and main
 *   share static objects only.
 * deadlock: safe.  The daemon waits with a deadline or is told to flush; main waits, in a loop, until the daemon has seen its request,
 *   which the daemon checks before each wait, under the lock.  That the daemon continues forever is not a deadlock: the process ends
 *   with main.
 * memory: safe.  Nothing the daemon uses is on main's stack.
 * leak, overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* ---- metrics */

#define METRIC_THREADS 1

enum metric { METRIC_REQUESTS, METRIC_BYTES, METRIC_COUNT };

struct metric_cells {
  atomic_ulong values[METRIC_COUNT];
};

struct metric_totals {
  unsigned long values[METRIC_COUNT];
};

static struct metric_cells cells[METRIC_THREADS];

static struct {
  pthread_mutex_t lock;
  pthread_cond_t requested;
  pthread_cond_t collected;
  unsigned flushes_asked;
  unsigned flushes_done;
  struct metric_totals totals;
} collector = {
  .lock = PTHREAD_MUTEX_INITIALIZER,
  .requested = PTHREAD_COND_INITIALIZER,
  .collected = PTHREAD_COND_INITIALIZER,
};

static inline void metric_add(unsigned thread, enum metric metric, unsigned long by)
{
  atomic_fetch_add_explicit(&cells[thread].values[metric], by, memory_order_relaxed);
}

/* Caller holds the lock. */
static void collect(void)
{
  for (int m = 0; m < METRIC_COUNT; m++) {
    unsigned long sum = 0;

    for (int t = 0; t < METRIC_THREADS; t++)
      sum += atomic_load_explicit(&cells[t].values[m], memory_order_relaxed);
    assert(sum >= collector.totals.values[m]);
    collector.totals.values[m] = sum;
  }
}

static void *collector_main(void *argument)
{
  static const struct timespec interval = { .tv_sec = 10 };

  (void)argument;
  pthread_mutex_lock(&collector.lock);
  for (;;) {
    unsigned asked = collector.flushes_asked;

    collect();
    if (asked != collector.flushes_done) {
      collector.flushes_done = asked;
      pthread_cond_broadcast(&collector.collected);
    }
    while (collector.flushes_asked == collector.flushes_done)
      if (pthread_cond_timedwait(&collector.requested, &collector.lock, &interval) != 0)
        break;
  }
  return NULL;
}

static int metrics_start(void)
{
  pthread_attr_t attributes;
  pthread_t thread;
  int error;

  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  error = pthread_create(&thread, &attributes, collector_main, NULL);
  pthread_attr_destroy(&attributes);
  return error;
}

/* Returns when everything counted before the call is in the totals. */
static void metrics_flush(void)
{
  unsigned ticket;

  pthread_mutex_lock(&collector.lock);
  ticket = ++collector.flushes_asked;
  pthread_cond_signal(&collector.requested);
  while (collector.flushes_done < ticket)
    pthread_cond_wait(&collector.collected, &collector.lock);
  pthread_mutex_unlock(&collector.lock);
}

static unsigned long metrics_total(enum metric metric)
{
  unsigned long value;

  pthread_mutex_lock(&collector.lock);
  value = collector.totals.values[metric];
  pthread_mutex_unlock(&collector.lock);
  return value;
}

/* ---- driver: a worker that serves two requests */

struct request {
  const char *body;
  unsigned long size;
};

static const struct request requests[] = {
  { "ping", 4 },
  { "status", 6 },
};

static bool serve(unsigned thread, const struct request *r)
{
  unsigned long size = 0;

  while (r->body[size])
    size++;
  if (size != r->size)
    return false;
  metric_add(thread, METRIC_REQUESTS, 1);
  metric_add(thread, METRIC_BYTES, size);
  return true;
}

static void *worker_main(void *argument)
{
  unsigned *served = argument;

  for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
    if (serve(0, &requests[i]))
      ++*served;
  return NULL;
}

int main(void)
{
  unsigned served = 0;
  pthread_t worker;

  if (metrics_start() != 0)
    return EXIT_FAILURE;
  if (pthread_create(&worker, NULL, worker_main, &served) != 0)
    return EXIT_FAILURE;
  pthread_join(worker, NULL);
  metrics_flush();
  assert(served == 2);
  assert(metrics_total(METRIC_REQUESTS) == 2);
  assert(metrics_total(METRIC_BYTES) == 10);
  printf("%lu bytes\n", metrics_total(METRIC_BYTES));
  return EXIT_SUCCESS;
}
