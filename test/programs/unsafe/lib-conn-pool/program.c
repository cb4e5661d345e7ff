/*
 * A pool of database connections.  A client borrows a connection, sends a query and gives the connection back; a
 * connection that the server has reset is closed instead, and the next client opens a new one in its place.
 *
 * The bug: pool_release() of a broken connection decrements `open` and closes it, but wakes no waiter.  A client that
 * waits because the pool was at its limit could open a connection now and is never told.
 *
 * deadlock: UNSAFE.  With a limit of one, client A borrows the only connection, client B finds the pool exhausted and
 *   sleeps, the server resets the first connection, A closes it and leaves: B sleeps forever, main waits for it.
 * assert: safe.  Under the lock `open` never exceeds the limit and counts borrowed and idle connections.  In runs that
 *   come to their end both clients were served or told of the reset; connection 1 is reset on its first query, and
 *   nothing else fails, so exactly one query fails.
 * race: safe.  The pool's fields are accessed under its lock; a connection belongs to the client that borrowed it, and
 *   is handed on under the lock.  Each client's result is read after its join.
 * memory: safe.  A connection is freed by the client that holds it, or by main when the clients are gone.
 * leak, overflow, uninit: safe.  The broken connection is freed by its client, idle ones by pool_destroy; a deadlocked
 *   process does not come to its end.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define POOL_LIMIT 1
#define CLIENTS 2

/* ---- connections, with a server that resets the first one */

enum conn_state { CONN_READY, CONN_BUSY, CONN_BROKEN };

struct conn {
  unsigned id;
  enum conn_state state;
  unsigned queries;
  struct conn *next;
};

static struct conn *conn_open(unsigned id)
{
  struct conn *c = calloc(1, sizeof *c);

  if (!c)
    return NULL;
  c->id = id;
  c->state = CONN_READY;
  return c;
}

static void conn_close(struct conn *c)
{
  free(c);
}

/* Sends a query and reads the answer; ECONNRESET: the connection is of no further use. */
static int conn_query(struct conn *c, unsigned key, unsigned *answer)
{
  c->queries++;
  if (c->id == 1) {
    c->state = CONN_BROKEN;
    return ECONNRESET;
  }
  *answer = key * key;
  return 0;
}

/* ---- pool */

struct pool_config {
  unsigned limit;
  struct conn *(*open)(unsigned id);
  void (*close)(struct conn *c);
};

struct conn_pool {
  struct pool_config config;
  pthread_mutex_t lock;
  pthread_cond_t returned;
  struct conn *idle;
  unsigned open;    /* borrowed and idle */
  unsigned last_id;
  unsigned reused;
};

static struct conn_pool *pool_create(const struct pool_config *config)
{
  struct conn_pool *pool = calloc(1, sizeof *pool);

  if (!pool)
    return NULL;
  pool->config = *config;
  if (pthread_mutex_init(&pool->lock, NULL) != 0)
    goto fail_pool;
  if (pthread_cond_init(&pool->returned, NULL) != 0)
    goto fail_lock;
  return pool;
fail_lock:
  pthread_mutex_destroy(&pool->lock);
fail_pool:
  free(pool);
  return NULL;
}

/* Caller holds the lock. */
static struct conn *pop_idle(struct conn_pool *pool)
{
  struct conn *c = pool->idle;

  if (c) {
    pool->idle = c->next;
    c->next = NULL;
    pool->reused++;
  }
  return c;
}

/* Borrows an idle connection, opens one if the limit allows it, and waits otherwise. */
static struct conn *pool_acquire(struct conn_pool *pool)
{
  struct conn *c;

  pthread_mutex_lock(&pool->lock);
  while (!(c = pop_idle(pool))) {
    if (pool->open < pool->config.limit) {
      unsigned id = ++pool->last_id;

      pool->open++;
      assert(pool->open <= pool->config.limit);
      pthread_mutex_unlock(&pool->lock);
      c = pool->config.open(id);
      if (c)
        c->state = CONN_BUSY;
      return c;
    }
    pthread_cond_wait(&pool->returned, &pool->lock);
  }
  pthread_mutex_unlock(&pool->lock);
  c->state = CONN_BUSY;
  return c;
}

static void pool_release(struct conn_pool *pool, struct conn *c)
{
  if (c->state == CONN_BROKEN) {
    pthread_mutex_lock(&pool->lock);
    pool->open--;
    pthread_mutex_unlock(&pool->lock);
    pool->config.close(c);
    return;
  }
  c->state = CONN_READY;
  pthread_mutex_lock(&pool->lock);
  c->next = pool->idle;
  pool->idle = c;
  pthread_cond_signal(&pool->returned);
  pthread_mutex_unlock(&pool->lock);
}

/* All connections are back. */
static void pool_destroy(struct conn_pool *pool)
{
  struct conn *c;

  while ((c = pop_idle(pool))) {
    pool->open--;
    pool->config.close(c);
  }
  assert(pool->open == 0);
  pthread_cond_destroy(&pool->returned);
  pthread_mutex_destroy(&pool->lock);
  free(pool);
}

/* ---- driver: two clients, one query each */

struct client {
  pthread_t thread;
  struct conn_pool *pool;
  unsigned key;
  unsigned answer;
  int error;
};

static void *client_main(void *argument)
{
  struct client *self = argument;
  struct conn *c = pool_acquire(self->pool);

  if (!c) {
    self->error = ENOMEM;
    return NULL;
  }
  self->error = conn_query(c, self->key, &self->answer);
  pool_release(self->pool, c);
  return NULL;
}

int main(void)
{
  const struct pool_config config = { POOL_LIMIT, conn_open, conn_close };
  struct conn_pool *pool = pool_create(&config);
  struct client clients[CLIENTS];
  unsigned failed = 0;

  if (!pool)
    return EXIT_FAILURE;
  for (unsigned i = 0; i < CLIENTS; i++) {
    clients[i] = (struct client){ .pool = pool, .key = i + 3 };
    if (pthread_create(&clients[i].thread, NULL, client_main, &clients[i]) != 0)
      return EXIT_FAILURE;
  }
  for (unsigned i = 0; i < CLIENTS; i++) {
    pthread_join(clients[i].thread, NULL);
    if (clients[i].error)
      failed++;
    else
      assert(clients[i].answer == clients[i].key * clients[i].key);
  }
  assert(failed == 1);
  pool_destroy(pool);
  printf("%u of %d queries failed\n", failed, CLIENTS);
  return EXIT_SUCCESS;
}
