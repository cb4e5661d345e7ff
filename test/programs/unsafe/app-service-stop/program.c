/*
 * A service manager: services are started with their own thread and may be stopped from several places (a control
 * connection and the shutdown of the process).
 *
 * memory: UNSAFE (invalid thread).  service_stop() checks the state under the lock, but joins outside and records
 *   STOPPED only afterwards.  Two stoppers may both find the service RUNNING and both join its thread; the second
 *   pthread_join works on a thread that has been joined.
 * race: safe.  State, requests and counters are touched under the service lock; the thread id is written before the
 *   stoppers start and only read after.
 * assert: safe.  The service handles every request that was accepted before it leaves.
 * deadlock: safe.  The service sleeps only while there is nothing to do and no stop request, and both come with a
 *   signal under the lock; a stopper waits for the service only, without the lock.
 * leak, overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define SERVICES 2
#define REQUESTS 2

enum service_state { STOPPED, RUNNING };

struct service;

struct service_ops {
  const char *name;
  void (*handle)(struct service *s, unsigned request);
};

struct service {
  const struct service_ops *ops;
  pthread_mutex_t lock;
  pthread_cond_t wake;
  enum service_state state;
  bool stop_requested;
  unsigned queued, accepted, handled;
  unsigned accumulator;
  pthread_t thread;
};

static void handle_count(struct service *s, unsigned request)
{
  (void)request;
  s->accumulator++;
}

static void handle_sum(struct service *s, unsigned request)
{
  s->accumulator += request;
}

static const struct service_ops all_ops[SERVICES] = {
  { "counter", handle_count },
  { "adder", handle_sum },
};

static void *service_main(void *arg)
{
  struct service *s = arg;

  pthread_mutex_lock(&s->lock);
  for (;;) {
    if (s->queued > 0) {
      s->queued--;
      s->handled++;
      s->ops->handle(s, s->handled);
      continue;
    }
    if (s->stop_requested)
      break;
    pthread_cond_wait(&s->wake, &s->lock);
  }
  pthread_mutex_unlock(&s->lock);
  return NULL;
}

static struct service *service_start(const struct service_ops *ops)
{
  struct service *s = calloc(1, sizeof *s);

  if (!s)
    return NULL;
  s->ops = ops;
  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->wake, NULL);
  s->state = RUNNING;
  if (pthread_create(&s->thread, NULL, service_main, s) != 0) {
    pthread_cond_destroy(&s->wake);
    pthread_mutex_destroy(&s->lock);
    free(s);
    return NULL;
  }
  return s;
}

static bool service_request(struct service *s)
{
  bool ok;

  pthread_mutex_lock(&s->lock);
  ok = s->state == RUNNING && !s->stop_requested;
  if (ok) {
    s->queued++;
    s->accepted++;
    pthread_cond_signal(&s->wake);
  }
  pthread_mutex_unlock(&s->lock);
  return ok;
}

/* Stops the service and waits for it.  Returns false if it was not running. */
static bool service_stop(struct service *s)
{
  pthread_mutex_lock(&s->lock);
  if (s->state != RUNNING) {
    pthread_mutex_unlock(&s->lock);
    return false;
  }
  s->stop_requested = true;
  pthread_cond_signal(&s->wake);
  pthread_mutex_unlock(&s->lock);

  pthread_join(s->thread, NULL);

  pthread_mutex_lock(&s->lock);
  s->state = STOPPED;
  pthread_mutex_unlock(&s->lock);
  return true;
}

static void service_free(struct service *s)
{
  pthread_cond_destroy(&s->wake);
  pthread_mutex_destroy(&s->lock);
  free(s);
}

static struct service *services[SERVICES];

/* A control connection: some requests, then "stop the adder". */
static void *control_main(void *arg)
{
  unsigned *refused = arg;

  for (unsigned i = 0; i < REQUESTS; i++)
    for (unsigned k = 0; k < SERVICES; k++)
      if (!service_request(services[k]))
        ++*refused;
  service_stop(services[1]);
  return NULL;
}

int main(void)
{
  pthread_t control;
  unsigned refused = 0, accepted = 0;

  for (unsigned k = 0; k < SERVICES; k++) {
    services[k] = service_start(&all_ops[k]);
    if (!services[k]) {
      while (k-- > 0) {
        service_stop(services[k]);
        service_free(services[k]);
      }
      return 1;
    }
  }
  pthread_create(&control, NULL, control_main, &refused);

  for (unsigned k = 0; k < SERVICES; k++)
    service_stop(services[k]);
  pthread_join(control, NULL);

  for (unsigned k = 0; k < SERVICES; k++) {
    assert(services[k]->state == STOPPED);
    assert(services[k]->handled == services[k]->accepted);
    accepted += services[k]->accepted;
    printf("%s: %u handled, value %u\n", services[k]->ops->name, services[k]->handled, services[k]->accumulator);
    service_free(services[k]);
  }
  assert(accepted + refused == REQUESTS * SERVICES);
  return 0;
}
