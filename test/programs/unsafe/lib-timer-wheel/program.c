/*
 * A timer wheel with a thread that advances it, used for the idle time-outs of connections.  A callback is called without the
 * wheel's lock, so that it may add and cancel timers.
 *
 * The bug: timer_cancel() of a timer whose callback is running returns at once (there is nothing left to unlink), and
 * connection_close() frees the connection, with the timer in it.  The wheel's thread is still inside the callback, and
 * checks the timer once more after it.
 *
 * memory: UNSAFE.  The wheel takes the timer out, releases the lock; main cancels and frees; the wheel calls through the
 *   freed timer, or the callback writes to the freed connection, or the wheel checks the freed timer's state.
 * race: UNSAFE.  Where these accesses come before the free, nothing orders them with it: cancel has released the lock before
 *   the wheel takes it again.
 * assert: safe.  A timer fires at most once; the count of fired timers, kept under the lock, is the wheel's own.
 * deadlock: safe.  One lock; callbacks are called without it.  The wheel's thread makes a fixed number of ticks.
 * leak: safe.  The connection is freed by main.  overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define container_of(pointer, type, member) ((type *)((char *)(pointer) - offsetof(type, member)))

/* ---- wheel */

#define WHEEL_SLOTS 4

enum timer_state { TIMER_IDLE, TIMER_PENDING, TIMER_FIRING };

struct timer {
  struct timer *next;
  struct timer **link; /* what points to this timer */
  unsigned rounds;
  enum timer_state state;
  void (*callback)(struct timer *timer);
};

struct wheel {
  pthread_mutex_t lock;
  struct timer *slots[WHEEL_SLOTS];
  unsigned now;
  unsigned fired;
};

static void wheel_init(struct wheel *w)
{
  pthread_mutex_init(&w->lock, NULL);
  for (int i = 0; i < WHEEL_SLOTS; i++)
    w->slots[i] = NULL;
  w->now = 0;
  w->fired = 0;
}

static void timer_setup(struct timer *t, void (*callback)(struct timer *))
{
  t->next = NULL;
  t->link = NULL;
  t->rounds = 0;
  t->state = TIMER_IDLE;
  t->callback = callback;
}

/* Caller holds the lock. */
static void timer_unlink(struct timer *t)
{
  *t->link = t->next;
  if (t->next)
    t->next->link = t->link;
  t->next = NULL;
  t->link = NULL;
}

static void timer_start(struct wheel *w, struct timer *t, unsigned ticks)
{
  struct timer **slot;

  pthread_mutex_lock(&w->lock);
  if (t->state == TIMER_PENDING)
    timer_unlink(t);
  slot = &w->slots[(w->now + ticks) % WHEEL_SLOTS];
  t->rounds = (ticks - 1) / WHEEL_SLOTS;
  t->next = *slot;
  t->link = slot;
  if (*slot)
    (*slot)->link = &t->next;
  *slot = t;
  t->state = TIMER_PENDING;
  pthread_mutex_unlock(&w->lock);
}

/* True if the timer was stopped before it fired. */
static bool timer_cancel(struct wheel *w, struct timer *t)
{
  bool stopped = false;

  pthread_mutex_lock(&w->lock);
  if (t->state == TIMER_PENDING) {
    timer_unlink(t);
    t->state = TIMER_IDLE;
    stopped = true;
  }
  pthread_mutex_unlock(&w->lock);
  return stopped;
}

/* Takes one timer that is due out of the slot.  Caller holds the lock. */
static struct timer *take_due(struct timer **slot)
{
  for (struct timer *t = *slot; t; t = t->next) {
    if (t->rounds == 0) {
      timer_unlink(t);
      return t;
    }
  }
  return NULL;
}

static void wheel_tick(struct wheel *w)
{
  struct timer **slot;
  struct timer *t;

  pthread_mutex_lock(&w->lock);
  w->now++;
  slot = &w->slots[w->now % WHEEL_SLOTS];
  while ((t = take_due(slot))) {
    t->state = TIMER_FIRING;
    w->fired++;
    pthread_mutex_unlock(&w->lock);
    t->callback(t);
    pthread_mutex_lock(&w->lock);
    if (t->state == TIMER_FIRING)
      t->state = TIMER_IDLE;
  }
  for (t = *slot; t; t = t->next)
    t->rounds--;
  pthread_mutex_unlock(&w->lock);
}

/* ---- connections with an idle time-out */

struct connection {
  int descriptor;
  bool timed_out;
  struct timer idle;
};

static struct wheel wheel;

static void on_idle(struct timer *timer)
{
  struct connection *c = container_of(timer, struct connection, idle);

  c->timed_out = true;
}

static struct connection *connection_open(int descriptor)
{
  struct connection *c = malloc(sizeof *c);

  if (!c)
    return NULL;
  c->descriptor = descriptor;
  c->timed_out = false;
  timer_setup(&c->idle, on_idle);
  timer_start(&wheel, &c->idle, 2);
  return c;
}

/* True if the connection was closed before its time-out. */
static bool connection_close(struct connection *c)
{
  bool in_time = timer_cancel(&wheel, &c->idle);

  free(c);
  return in_time;
}

/* ---- driver */

#define TICKS 2

static void *ticker_main(void *argument)
{
  (void)argument;
  for (int i = 0; i < TICKS; i++)
    wheel_tick(&wheel);
  return NULL;
}

int main(void)
{
  struct connection *c;
  pthread_t ticker;
  bool in_time;

  wheel_init(&wheel);
  c = connection_open(7);
  if (!c)
    return EXIT_FAILURE;
  pthread_create(&ticker, NULL, ticker_main, NULL);
  in_time = connection_close(c);
  pthread_join(ticker, NULL);
  assert(wheel.now == TICKS);
  assert(wheel.fired == (in_time ? 0 : 1));
  for (int i = 0; i < WHEEL_SLOTS; i++)
    assert(!wheel.slots[i]);
  pthread_mutex_destroy(&wheel.lock);
  printf(in_time ? "closed\n" : "timed out\n");
  return EXIT_SUCCESS;
}
