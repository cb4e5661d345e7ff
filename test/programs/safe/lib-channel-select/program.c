/*
 * Channels with a buffer, and a select over two of them: it locks both in the order of their addresses, takes from the
 * first that has something, and otherwise leaves a waiter with both and sleeps on the waiter's semaphore.
 *
 * The driver: main sends one value to each channel and closes both; two receivers, which name the channels in opposite orders,
 * select until both are closed.
 *
 * deadlock: safe.  Locks are taken in the order of addresses whatever that is, so there is no cycle; a sender holds one.  A waiter is
 *   left under both locks after both channels were found empty: every later send or close finds it and posts.  The wake-up is posted at most
 *   once per wait, by the thread that turns `fired` from false to true.
 * assert: safe.  A value is taken under its channel's lock, by one receiver; a channel counts as over when it is closed and empty.
 *   So the receivers have each value once between them: 3 from the first channel, 40 from the second.
 * race: safe.  A channel's fields are accessed under its lock; `fired` is atomic.  Sums are a receiver's own and read after its join.
 * memory: safe.  The waiter is on its receiver's stack: it is posted under a channel's lock while it is in that channel's list,
 *   and the receiver takes it out of both lists, under both locks, before it leaves.
 * leak: safe.  Buffers are freed by main.  overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- channels */

struct waiter {
  sem_t wake;
  atomic_bool fired;
};

struct waiting {
  struct waiting *next;
  struct waiter *waiter;
};

struct channel {
  pthread_mutex_t lock;
  pthread_cond_t room;
  int *buffer;
  unsigned capacity, head, count;
  bool closed;
  struct waiting *receivers;
};

static struct channel *channel_new(unsigned capacity)
{
  struct channel *c = calloc(1, sizeof *c);

  if (!c)
    return NULL;
  c->buffer = calloc(capacity, sizeof *c->buffer);
  if (!c->buffer) {
    free(c);
    return NULL;
  }
  pthread_mutex_init(&c->lock, NULL);
  pthread_cond_init(&c->room, NULL);
  c->capacity = capacity;
  return c;
}

static void channel_free(struct channel *c)
{
  assert(!c->receivers);
  pthread_cond_destroy(&c->room);
  pthread_mutex_destroy(&c->lock);
  free(c->buffer);
  free(c);
}

/* Caller holds the lock. */
static void wake_receivers(struct channel *c)
{
  for (struct waiting *w = c->receivers; w; w = w->next) {
    bool was_fired = atomic_exchange(&w->waiter->fired, true);

    if (!was_fired)
      sem_post(&w->waiter->wake);
  }
}

static bool channel_send(struct channel *c, int value)
{
  bool sent = false;

  pthread_mutex_lock(&c->lock);
  while (!c->closed && c->count == c->capacity)
    pthread_cond_wait(&c->room, &c->lock);
  if (!c->closed) {
    c->buffer[(c->head + c->count++) % c->capacity] = value;
    wake_receivers(c);
    sent = true;
  }
  pthread_mutex_unlock(&c->lock);
  return sent;
}

static void channel_close(struct channel *c)
{
  pthread_mutex_lock(&c->lock);
  c->closed = true;
  pthread_cond_broadcast(&c->room);
  wake_receivers(c);
  pthread_mutex_unlock(&c->lock);
}

/* Caller holds the lock. */
static bool channel_take(struct channel *c, int *value)
{
  if (c->count == 0)
    return false;
  *value = c->buffer[c->head];
  c->head = (c->head + 1) % c->capacity;
  c->count--;
  pthread_cond_signal(&c->room);
  return true;
}

/* Caller holds the lock. */
static inline bool channel_is_over(const struct channel *c)
{
  return c->closed && c->count == 0;
}

/* ---- select */

#define SELECT_CLOSED (-1)

static void lock_both(struct channel *a, struct channel *b)
{
  if ((uintptr_t)a > (uintptr_t)b) {
    struct channel *c = a;

    a = b;
    b = c;
  }
  pthread_mutex_lock(&a->lock);
  pthread_mutex_lock(&b->lock);
}

static void unlock_both(struct channel *a, struct channel *b)
{
  pthread_mutex_unlock(&a->lock);
  pthread_mutex_unlock(&b->lock);
}

/* Caller holds the channel's lock. */
static void waiting_add(struct channel *c, struct waiting *w, struct waiter *waiter)
{
  w->waiter = waiter;
  w->next = c->receivers;
  c->receivers = w;
}

/* Caller holds the channel's lock. */
static void waiting_remove(struct channel *c, struct waiting *w)
{
  struct waiting **link = &c->receivers;

  while (*link != w)
    link = &(*link)->next;
  *link = w->next;
}

/* Takes from either channel; returns which, or SELECT_CLOSED if both are over. */
static int channel_select(struct channel *a, struct channel *b, int *value)
{
  struct waiter waiter;
  struct waiting in_a, in_b;
  int result;

  sem_init(&waiter.wake, 0, 0);
  atomic_init(&waiter.fired, false);
  lock_both(a, b);
  for (;;) {
    if (channel_take(a, value)) {
      result = 0;
      break;
    }
    if (channel_take(b, value)) {
      result = 1;
      break;
    }
    if (channel_is_over(a) && channel_is_over(b)) {
      result = SELECT_CLOSED;
      break;
    }
    atomic_store(&waiter.fired, false);
    waiting_add(a, &in_a, &waiter);
    waiting_add(b, &in_b, &waiter);
    unlock_both(a, b);
    sem_wait(&waiter.wake);
    lock_both(a, b);
    waiting_remove(a, &in_a);
    waiting_remove(b, &in_b);
  }
  unlock_both(a, b);
  sem_destroy(&waiter.wake);
  return result;
}

/* ---- driver */

#define RECEIVERS 2

struct receiver {
  pthread_t thread;
  struct channel *channels[2];
  int sums[2];
  unsigned received;
};

static void *receiver_main(void *argument)
{
  struct receiver *r = argument;
  int which, value;

  while ((which = channel_select(r->channels[0], r->channels[1], &value)) != SELECT_CLOSED) {
    r->sums[which] += value;
    r->received++;
  }
  return NULL;
}

static void send_and_close(struct channel *c, int value)
{
  bool sent = channel_send(c, value);

  assert(sent);
  channel_close(c);
}

int main(void)
{
  struct channel *first = channel_new(1), *second = channel_new(1);
  struct receiver receivers[RECEIVERS] = {
    { .channels = { first, second } },
    { .channels = { second, first } },
  };

  if (!first || !second)
    return EXIT_FAILURE;
  for (int i = 0; i < RECEIVERS; i++)
    pthread_create(&receivers[i].thread, NULL, receiver_main, &receivers[i]);
  send_and_close(first, 3);
  send_and_close(second, 40);
  for (int i = 0; i < RECEIVERS; i++)
    pthread_join(receivers[i].thread, NULL);
  assert(receivers[0].received + receivers[1].received == 2);
  assert(receivers[0].sums[0] + receivers[1].sums[1] == 3);
  assert(receivers[0].sums[1] + receivers[1].sums[0] == 40);
  printf("%u and %u values\n", receivers[0].received, receivers[1].received);
  channel_free(first);
  channel_free(second);
  return EXIT_SUCCESS;
}
