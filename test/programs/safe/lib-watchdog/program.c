/*
 * A supervisor with heartbeats: services count beats in an atomic, a supervisor thread checks them whenever its timed wait runs
 * out, and calls back once for a service that has missed too many looks in a row.
 *
 * assert: safe.  A service is reported as stalled at most once, and only after MISS_LIMIT looks without a new beat; a service
 *   that has ended is not checked any more, so that its state stays as it was.  The supervisor may look any number of times, also never.
 *   `misses` never exceeds the limit.
 * race: safe.  Beats and the end of a service are atomic.  What the supervisor knows about services is under its lock; main reads
 *   it after the join.
 * deadlock: safe.  Main sets `stopping` under the lock and signals; the supervisor checks it under the lock before each wait.
 * memory: safe.  Services are in a static table that both threads use by index.
 * leak: safe, nothing is on the heap.  overflow: safe; the deadline's nanoseconds are normalised, the beats few.  uninit: safe.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* ---- supervisor */

#define MAX_SERVICES 2
#define MISS_LIMIT 2
#define LOOK_INTERVAL_MS 50

enum service_state { SERVICE_RUNNING, SERVICE_STALLED, SERVICE_ENDED };

struct service {
  const char *name;
  atomic_uint beats;
  atomic_bool ended;
  /* the supervisor's, under its lock */
  enum service_state state;
  unsigned last_beats;
  unsigned misses;
};

struct supervisor {
  pthread_mutex_t lock;
  pthread_cond_t wake;
  bool stopping;
  unsigned count;
  struct service services[MAX_SERVICES];
  void (*on_stall)(const struct service *service);
  pthread_t thread;
};

static void deadline_after_ms(struct timespec *t, long ms)
{
  clock_gettime(CLOCK_REALTIME, t);
  t->tv_nsec += ms * 1000000L;
  if (t->tv_nsec >= 1000000000L) {
    t->tv_sec++;
    t->tv_nsec -= 1000000000L;
  }
}

/* Caller holds the lock. */
static void look_at(struct supervisor *s, struct service *service)
{
  unsigned beats;

  if (service->state == SERVICE_ENDED)
    return;
  if (atomic_load(&service->ended)) {
    service->state = SERVICE_ENDED;
    return;
  }
  beats = atomic_load(&service->beats);
  if (beats != service->last_beats) {
    service->last_beats = beats;
    service->misses = 0;
    return;
  }
  if (service->misses == MISS_LIMIT)
    return;
  service->misses++;
  assert(service->misses <= MISS_LIMIT);
  if (service->misses == MISS_LIMIT && service->state == SERVICE_RUNNING) {
    service->state = SERVICE_STALLED;
    s->on_stall(service);
  }
}

static void *supervisor_main(void *argument)
{
  struct supervisor *s = argument;

  pthread_mutex_lock(&s->lock);
  while (!s->stopping) {
    struct timespec deadline;
    int error;

    deadline_after_ms(&deadline, LOOK_INTERVAL_MS);
    error = pthread_cond_timedwait(&s->wake, &s->lock, &deadline);
    if (error != ETIMEDOUT)
      continue;
    for (unsigned i = 0; i < s->count; i++)
      look_at(s, &s->services[i]);
  }
  pthread_mutex_unlock(&s->lock);
  return NULL;
}

static void supervisor_init(struct supervisor *s, void (*on_stall)(const struct service *))
{
  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->wake, NULL);
  s->stopping = false;
  s->count = 0;
  s->on_stall = on_stall;
}

static int supervisor_start(struct supervisor *s)
{
  return pthread_create(&s->thread, NULL, supervisor_main, s);
}

static void supervisor_stop(struct supervisor *s)
{
  pthread_mutex_lock(&s->lock);
  s->stopping = true;
  pthread_cond_signal(&s->wake);
  pthread_mutex_unlock(&s->lock);
  pthread_join(s->thread, NULL);
  pthread_cond_destroy(&s->wake);
  pthread_mutex_destroy(&s->lock);
}

/* Before the supervisor is started. */
static struct service *supervisor_add(struct supervisor *s, const char *name)
{
  struct service *service;

  if (s->count == MAX_SERVICES)
    return NULL;
  service = &s->services[s->count++];
  service->name = name;
  atomic_init(&service->beats, 0);
  atomic_init(&service->ended, false);
  service->state = SERVICE_RUNNING;
  service->last_beats = 0;
  service->misses = 0;
  return service;
}

/* ---- services */

static inline void service_beat(struct service *service)
{
  atomic_fetch_add(&service->beats, 1);
}

static inline void service_end(struct service *service)
{
  atomic_store(&service->ended, true);
}

/* ---- driver: a service of two steps */

static struct supervisor supervisor;
static unsigned stalls; /* under the supervisor's lock */

static void count_stall(const struct service *service)
{
  assert(service->state == SERVICE_STALLED);
  stalls++;
}

static void *indexer_main(void *argument)
{
  struct service *self = argument;

  for (int i = 0; i < 2; i++)
    service_beat(self);
  service_end(self);
  return NULL;
}

int main(void)
{
  struct service *indexer;
  pthread_t thread;

  supervisor_init(&supervisor, count_stall);
  indexer = supervisor_add(&supervisor, "indexer");
  if (!indexer || supervisor_start(&supervisor) != 0)
    return EXIT_FAILURE;
  if (pthread_create(&thread, NULL, indexer_main, indexer) != 0)
    return EXIT_FAILURE;
  pthread_join(thread, NULL);
  supervisor_stop(&supervisor);
  assert(atomic_load(&indexer->beats) == 2);
  assert(stalls <= 1);
  assert(stalls == 1 || indexer->state != SERVICE_STALLED);
  assert(indexer->misses <= MISS_LIMIT);
  printf("%s: %u beats, %u stalls\n", indexer->name, atomic_load(&indexer->beats), stalls);
  return EXIT_SUCCESS;
}
