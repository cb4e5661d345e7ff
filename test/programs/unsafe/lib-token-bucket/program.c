/*
 * A rate limiter of token buckets, one per class of requests, with statistics for a status page.
 *
 * The bug: limiter_admit() gives the lock back early when a bucket is empty and counts the rejection after that; the
 * counters of both classes of outcome are otherwise kept under the lock.
 *
 * race: UNSAFE.  Two clients that are rejected increment `rejected` without order between them.
 * assert: UNSAFE.  Both may read the same old value, and one rejection is lost: admitted and rejected requests no longer
 *   add up to those made.  (Tokens themselves are right: one request is admitted, that assertion holds.)
 * deadlock: safe.  One lock per bucket, never two at a time.
 * memory, leak: safe.  The limiter is on the heap, freed after the joins.  Classes are indexes below CLASSES.
 * overflow: safe.  Times and counters are small and unsigned.  uninit: safe, the limiter comes from calloc.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum request_class { CLASS_READ, CLASS_WRITE, CLASSES };

/* ---- limiter */

typedef unsigned long ticks;

struct bucket_config {
  unsigned burst;
  ticks per_token; /* ticks until one token is added; 0: none is ever added */
};

struct bucket_stats {
  unsigned admitted;
  unsigned rejected;
  unsigned tokens_spent;
};

struct bucket {
  pthread_mutex_t lock;
  struct bucket_config config;
  unsigned tokens;
  ticks last_refill;
  struct bucket_stats stats;
};

struct limiter {
  struct bucket buckets[CLASSES];
};

static struct limiter *limiter_create(const struct bucket_config configs[CLASSES], ticks now)
{
  struct limiter *l = calloc(1, sizeof *l);
  int made = 0;

  if (!l)
    return NULL;
  for (; made < CLASSES; made++) {
    struct bucket *b = &l->buckets[made];

    if (configs[made].burst == 0)
      goto fail;
    if (pthread_mutex_init(&b->lock, NULL) != 0)
      goto fail;
    b->config = configs[made];
    b->tokens = configs[made].burst;
    b->last_refill = now;
  }
  return l;
fail:
  while (made-- > 0)
    pthread_mutex_destroy(&l->buckets[made].lock);
  free(l);
  return NULL;
}

static void limiter_destroy(struct limiter *l)
{
  for (int i = 0; i < CLASSES; i++)
    pthread_mutex_destroy(&l->buckets[i].lock);
  free(l);
}

/* Adds the tokens that have become due.  Caller holds the bucket's lock. */
static void bucket_refill(struct bucket *b, ticks now)
{
  ticks due;

  if (b->config.per_token == 0 || now <= b->last_refill)
    return;
  due = (now - b->last_refill) / b->config.per_token;
  if (due == 0)
    return;
  b->last_refill += due * b->config.per_token;
  if (due > b->config.burst - b->tokens)
    b->tokens = b->config.burst;
  else
    b->tokens += (unsigned)due;
}

/* True if a request of this cost may proceed. */
static bool limiter_admit(struct limiter *l, enum request_class class, unsigned cost, ticks now)
{
  struct bucket *b = &l->buckets[class];

  pthread_mutex_lock(&b->lock);
  bucket_refill(b, now);
  if (b->tokens < cost) {
    pthread_mutex_unlock(&b->lock);
    b->stats.rejected++;
    return false;
  }
  b->tokens -= cost;
  b->stats.admitted++;
  b->stats.tokens_spent += cost;
  pthread_mutex_unlock(&b->lock);
  return true;
}

static struct bucket_stats limiter_stats(struct limiter *l, enum request_class class)
{
  struct bucket *b = &l->buckets[class];
  struct bucket_stats stats;

  pthread_mutex_lock(&b->lock);
  stats = b->stats;
  pthread_mutex_unlock(&b->lock);
  return stats;
}

/* ---- driver: two clients, the second write of each comes too early for another token */

#define CLIENTS 2

struct client {
  struct limiter *limiter;
  ticks times[2];
  unsigned admitted;
  unsigned made;
};

static void *client_main(void *argument)
{
  struct client *self = argument;

  for (unsigned i = 0; i < 2; i++) {
    self->made++;
    if (limiter_admit(self->limiter, CLASS_WRITE, 1, self->times[i]))
      self->admitted++;
  }
  return NULL;
}

int main(void)
{
  static const struct bucket_config configs[CLASSES] = {
    [CLASS_READ] = { .burst = 8, .per_token = 1 },
    [CLASS_WRITE] = { .burst = 1, .per_token = 10 },
  };
  struct limiter *limiter = limiter_create(configs, 0);
  struct client clients[CLIENTS];
  pthread_t threads[CLIENTS];
  struct bucket_stats stats;
  unsigned admitted = 0, made = 0;

  if (!limiter)
    return EXIT_FAILURE;
  for (unsigned i = 0; i < CLIENTS; i++) {
    clients[i] = (struct client){ .limiter = limiter, .times = { i, i + 3 } };
    pthread_create(&threads[i], NULL, client_main, &clients[i]);
  }
  for (unsigned i = 0; i < CLIENTS; i++) {
    pthread_join(threads[i], NULL);
    admitted += clients[i].admitted;
    made += clients[i].made;
  }
  stats = limiter_stats(limiter, CLASS_WRITE);
  assert(admitted == 1 && stats.admitted == 1 && stats.tokens_spent == 1);
  assert(stats.admitted + stats.rejected == made);
  stats = limiter_stats(limiter, CLASS_READ);
  assert(stats.admitted == 0 && stats.rejected == 0);
  printf("%u of %u admitted\n", admitted, made);
  limiter_destroy(limiter);
  return EXIT_SUCCESS;
}
