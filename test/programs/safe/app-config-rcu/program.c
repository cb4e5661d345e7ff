/*
 * Configuration reload by pointer swap: readers enter a read-side section, load the pointer and use the snapshot without a
 * lock; the reloader publishes a new one and frees the old one after a grace period.
 *
 * memory: safe.  A reader raises its flag before it loads the pointer.  After the swap the reloader waits until each reader's
 *   flag has been down once; a reader that enters later loads the new pointer.  (All these accesses are sequentially
 *   consistent, which this argument needs.)
 * race: safe.  A snapshot is written before it is published and only read afterwards; the free is ordered after the
 *   reader lowered its flag.
 * assert: safe.  Each snapshot is consistent in itself, and the versions a reader sees never decrease.
 * deadlock: safe.  The reload lock is held while waiting for readers, but readers take no lock; they leave their
 *   sections in finitely many steps.
 * leak: safe.  Every replaced snapshot is freed, the last one by main.  uninit, overflow: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define READERS 2
#define READS 2
#define RELOADERS 2

struct route {
  unsigned prefix;
  unsigned gateway;
};

struct config {
  unsigned version;
  unsigned timeout_ms;
  unsigned route_count;
  struct route *routes;
};

struct reader {
  pthread_t thread;
  atomic_bool inside;
  unsigned last_version;
  unsigned lookups;
};

static _Atomic(struct config *) current;
static pthread_mutex_t reload_lock = PTHREAD_MUTEX_INITIALIZER;
static struct reader readers[READERS];

/* ---- snapshots */

static struct config *config_build(unsigned version)
{
  struct config *c = malloc(sizeof *c);

  if (!c)
    return NULL;
  c->version = version;
  c->timeout_ms = 100 * version;
  c->route_count = 1 + version % 2;
  c->routes = malloc(c->route_count * sizeof *c->routes);
  if (!c->routes) {
    free(c);
    return NULL;
  }
  for (unsigned i = 0; i < c->route_count; i++) {
    c->routes[i].prefix = i;
    c->routes[i].gateway = version * 10 + i;
  }
  return c;
}

static void config_free(struct config *c)
{
  free(c->routes);
  free(c);
}

static void config_check(const struct config *c)
{
  assert(c->timeout_ms == 100 * c->version);
  assert(c->route_count == 1 + c->version % 2);
}

static unsigned config_lookup(const struct config *c, unsigned prefix)
{
  for (unsigned i = 0; i < c->route_count; i++)
    if (c->routes[i].prefix == prefix)
      return c->routes[i].gateway;
  return c->version * 10; /* default route */
}

/* ---- read side */

static const struct config *read_begin(struct reader *r)
{
  atomic_store(&r->inside, true);
  return atomic_load(&current);
}

static void read_end(struct reader *r)
{
  atomic_store(&r->inside, false);
}

/* ---- update side */

static void wait_for_readers(void)
{
  for (int i = 0; i < READERS; i++)
    while (atomic_load(&readers[i].inside))
      sched_yield();
}

static int config_reload(void)
{
  struct config *old, *fresh;
  int rc = -1;

  pthread_mutex_lock(&reload_lock);
  old = atomic_load(&current);
  fresh = config_build(old->version + 1);
  if (!fresh)
    goto out;
  atomic_store(&current, fresh);
  wait_for_readers();
  config_free(old);
  rc = 0;
out:
  pthread_mutex_unlock(&reload_lock);
  return rc;
}

/* ---- threads */

static void *reader_main(void *arg)
{
  struct reader *r = arg;

  for (unsigned i = 0; i < READS; i++) {
    const struct config *c = read_begin(r);
    unsigned gateway;

    config_check(c);
    assert(c->version >= r->last_version);
    r->last_version = c->version;
    gateway = config_lookup(c, i);
    assert(gateway / 10 == c->version);
    r->lookups++;
    read_end(r);
  }
  return NULL;
}

static void *reloader_main(void *arg)
{
  (void)arg;
  if (config_reload() < 0)
    fprintf(stderr, "reload failed\n");
  return NULL;
}

int main(void)
{
  pthread_t reloaders[RELOADERS];
  struct config *final;
  unsigned lookups = 0;

  atomic_init(&current, config_build(1));
  if (!atomic_load(&current))
    return 1;
  for (int i = 0; i < READERS; i++) {
    atomic_init(&readers[i].inside, false);
    readers[i].last_version = 0;
    readers[i].lookups = 0;
  }
  for (int i = 0; i < READERS; i++)
    pthread_create(&readers[i].thread, NULL, reader_main, &readers[i]);
  for (int i = 0; i < RELOADERS; i++)
    pthread_create(&reloaders[i], NULL, reloader_main, NULL);
  for (int i = 0; i < READERS; i++) {
    pthread_join(readers[i].thread, NULL);
    lookups += readers[i].lookups;
  }
  for (int i = 0; i < RELOADERS; i++)
    pthread_join(reloaders[i], NULL);

  final = atomic_load(&current);
  assert(final->version == 1 + RELOADERS && lookups == READERS * READS);
  printf("version %u after %u lookups\n", final->version, lookups);
  config_free(final);
  return 0;
}
