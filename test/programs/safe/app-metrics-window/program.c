/*
 * Latency metrics of a server: request threads add samples to the current window, a rotator starts a new window, and a reporter
 * computes the average of the current one.
 *
 * overflow: UNSAFE (division by zero).  The reporter asks in one critical section whether there are samples, and divides by
 *   their number in the next one.  If the rotator starts a fresh window in between, the number is zero.
 * assert: safe.  Samples in the archive plus those in the current window equals those added, all under the lock; the
 *   average lies between the smallest and the largest sample.
 * race: safe.  Windows are touched under the lock; a report belongs to the reporter.
 * deadlock: safe.  One lock, no waiting.
 * memory: safe.  The archive grows by pushing on a list.  leak: safe: main frees archive and current window.
 * uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define REQUESTERS 2
#define SAMPLES 2
#define REPORTS 2
#define ROTATIONS 1

struct window {
  int number;
  int count;
  int total;
  int smallest, largest;
  struct window *older;
};

struct metrics {
  pthread_mutex_t lock;
  struct window *current;
  struct window *archive;
  int added;
};

struct report {
  int window;
  int average;
};

static struct metrics metrics = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct window *window_new(int number)
{
  struct window *w = malloc(sizeof *w);

  if (!w)
    abort();
  w->number = number;
  w->count = 0;
  w->total = 0;
  w->smallest = 0;
  w->largest = 0;
  w->older = NULL;
  return w;
}

static void metrics_add(int sample)
{
  struct window *w;

  pthread_mutex_lock(&metrics.lock);
  w = metrics.current;
  if (w->count == 0 || sample < w->smallest)
    w->smallest = sample;
  if (w->count == 0 || sample > w->largest)
    w->largest = sample;
  w->count++;
  w->total += sample;
  metrics.added++;
  pthread_mutex_unlock(&metrics.lock);
}

static void metrics_rotate(void)
{
  struct window *old;

  pthread_mutex_lock(&metrics.lock);
  old = metrics.current;
  old->older = metrics.archive;
  metrics.archive = old;
  metrics.current = window_new(old->number + 1);
  pthread_mutex_unlock(&metrics.lock);
}

static bool metrics_empty(void)
{
  bool empty;

  pthread_mutex_lock(&metrics.lock);
  empty = metrics.current->count == 0;
  pthread_mutex_unlock(&metrics.lock);
  return empty;
}

static bool metrics_report(struct report *r)
{
  struct window *w;

  if (metrics_empty())
    return false;
  pthread_mutex_lock(&metrics.lock);
  w = metrics.current;
  r->window = w->number;
  r->average = w->total / w->count;
  assert(r->average >= w->smallest && r->average <= w->largest);
  pthread_mutex_unlock(&metrics.lock);
  return true;
}

/* ---- threads */

struct requester {
  pthread_t thread;
  int base;
};

static void *requester_main(void *arg)
{
  struct requester *r = arg;

  for (int i = 0; i < SAMPLES; i++)
    metrics_add(r->base + 3 * i);
  return NULL;
}

static void *rotator_main(void *arg)
{
  (void)arg;
  for (int i = 0; i < ROTATIONS; i++)
    metrics_rotate();
  return NULL;
}

struct reporter {
  pthread_t thread;
  struct report reports[REPORTS];
  int count;
};

static void *reporter_main(void *arg)
{
  struct reporter *r = arg;

  for (int i = 0; i < REPORTS; i++)
    if (metrics_report(&r->reports[r->count]))
      r->count++;
  return NULL;
}

int main(void)
{
  struct requester requesters[REQUESTERS];
  struct reporter reporter = { .count = 0 };
  pthread_t rotator;
  int archived = 0;

  metrics.current = window_new(1);
  for (int i = 0; i < REQUESTERS; i++) {
    requesters[i].base = 10 * (i + 1);
    pthread_create(&requesters[i].thread, NULL, requester_main, &requesters[i]);
  }
  pthread_create(&rotator, NULL, rotator_main, NULL);
  pthread_create(&reporter.thread, NULL, reporter_main, &reporter);
  for (int i = 0; i < REQUESTERS; i++)
    pthread_join(requesters[i].thread, NULL);
  pthread_join(rotator, NULL);
  pthread_join(reporter.thread, NULL);

  assert(metrics.current->number == 1 + ROTATIONS);
  assert(metrics.added == REQUESTERS * SAMPLES);
  for (int i = 0; i < reporter.count; i++)
    printf("window %d: average %d\n", reporter.reports[i].window, reporter.reports[i].average);
  while (metrics.archive) {
    struct window *w = metrics.archive;
    metrics.archive = w->older;
    archived += w->count;
    free(w);
  }
  assert(archived + metrics.current->count == metrics.added);
  free(metrics.current);
  pthread_mutex_destroy(&metrics.lock);
  return 0;
}
