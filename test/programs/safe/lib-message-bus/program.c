/*
 * A message bus whose subscribers may unsubscribe at any time, also from their own callback and while messages are being
 * published.  Callbacks are called without the lock; a subscription in use stays in the list until its last user has
 * left it, and an unsubscription from outside waits for that.
 *
 * The driver: a publisher sends two messages; subscriber "once" unsubscribes itself at its first message, subscriber "log" is
 * unsubscribed by main, which then frees what the callback uses.
 *
 * memory: safe.  A subscription is unlinked and freed under the lock when no publisher is inside it: by the last
 *   publisher that leaves it if it ended itself, otherwise by unsubscribe(), which has waited.  A publisher stays inside while it
 *   needs the `next` of a subscription.  After unsubscribe() has returned to main no callback of "log" is running or will be.
 * assert: safe.  "once" is called once: it ends its subscription inside the first call, and there is one publisher.  "log"
 *   is called at most twice, with numbers in order.  At the end the bus has no subscribers.
 * race: safe.  List, users and state are under the lock.  The context of "log" is the publisher's while it is inside; main reads it after
 *   its unsubscription, which has seen under the lock that the publisher has left.  The thread-local is each thread's own.
 * deadlock: safe.  unsubscribe() waits (in a loop) for the publishers inside to leave, which they do with a broadcast if a thread has
 *   asked; from a callback of the subscription itself it does not wait.  Callbacks run without the lock.
 * leak: safe.  Both subscriptions are freed as above, the context by main.  overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- bus */

struct message {
  const char *topic;
  int number;
};

typedef void (*message_handler)(const struct message *message, void *context);

enum subscription_state { SUB_ACTIVE, SUB_ENDING, SUB_ENDED_ITSELF };

struct subscription {
  struct subscription *next;
  struct subscription **link;
  enum subscription_state state;
  unsigned users; /* publishers inside */
  const char *topic;
  message_handler handler;
  void *context;
};

struct bus {
  pthread_mutex_t lock;
  pthread_cond_t left;
  struct subscription *first;
};

/* The subscription whose handler this thread is running. */
static _Thread_local struct subscription *running;

static void bus_init(struct bus *b)
{
  pthread_mutex_init(&b->lock, NULL);
  pthread_cond_init(&b->left, NULL);
  b->first = NULL;
}

static void bus_destroy(struct bus *b)
{
  assert(!b->first);
  pthread_cond_destroy(&b->left);
  pthread_mutex_destroy(&b->lock);
}

static struct subscription *bus_subscribe(struct bus *b, const char *topic, message_handler handler, void *context)
{
  struct subscription *s = malloc(sizeof *s);

  if (!s)
    return NULL;
  s->state = SUB_ACTIVE;
  s->users = 0;
  s->topic = topic;
  s->handler = handler;
  s->context = context;
  pthread_mutex_lock(&b->lock);
  s->next = b->first;
  s->link = &b->first;
  if (b->first)
    b->first->link = &s->next;
  b->first = s;
  pthread_mutex_unlock(&b->lock);
  return s;
}

/* Caller holds the lock; no thread is inside. */
static void subscription_free(struct subscription *s)
{
  assert(s->users == 0);
  *s->link = s->next;
  if (s->next)
    s->next->link = s->link;
  free(s);
}

/* Caller holds the lock. */
static void subscription_leave(struct bus *b, struct subscription *s)
{
  if (--s->users > 0)
    return;
  switch (s->state) {
  case SUB_ACTIVE:
    break;
  case SUB_ENDING:
    pthread_cond_broadcast(&b->left);
    break;
  case SUB_ENDED_ITSELF:
    subscription_free(s);
    break;
  }
}

/* When it returns, the handler is not called any more; from the handler itself: after this call. */
static void bus_unsubscribe(struct bus *b, struct subscription *s)
{
  pthread_mutex_lock(&b->lock);
  assert(s->state == SUB_ACTIVE);
  if (running == s) {
    s->state = SUB_ENDED_ITSELF;
  } else {
    s->state = SUB_ENDING;
    while (s->users > 0)
      pthread_cond_wait(&b->left, &b->lock);
    subscription_free(s);
  }
  pthread_mutex_unlock(&b->lock);
}

/* The first subscription from s on that wants the topic.  Caller holds the lock. */
static struct subscription *next_match(struct subscription *s, const char *topic)
{
  while (s && (s->state != SUB_ACTIVE || strcmp(s->topic, topic) != 0))
    s = s->next;
  return s;
}

/* Returns how many handlers were called. */
static unsigned bus_publish(struct bus *b, const struct message *message)
{
  struct subscription *s;
  unsigned calls = 0;

  pthread_mutex_lock(&b->lock);
  s = next_match(b->first, message->topic);
  while (s) {
    struct subscription *outer = running, *next;

    s->users++;
    pthread_mutex_unlock(&b->lock);
    running = s;
    s->handler(message, s->context);
    running = outer;
    calls++;
    pthread_mutex_lock(&b->lock);
    next = next_match(s->next, message->topic);
    subscription_leave(b, s);
    s = next;
  }
  pthread_mutex_unlock(&b->lock);
  return calls;
}

/* ---- driver */

#define MESSAGES 2

struct log_context {
  int last;
  unsigned count;
};

struct once_context {
  struct bus *bus;
  struct subscription *subscription;
  unsigned count;
};

static struct bus bus;
static unsigned handler_calls;

static void on_log(const struct message *message, void *context)
{
  struct log_context *log = context;

  assert(message->number > log->last);
  log->last = message->number;
  log->count++;
}

static void on_once(const struct message *message, void *context)
{
  struct once_context *once = context;

  (void)message;
  once->count++;
  bus_unsubscribe(once->bus, once->subscription);
}

static void *publisher_main(void *argument)
{
  (void)argument;
  for (int i = 1; i <= MESSAGES; i++) {
    const struct message message = { "price", i };

    handler_calls += bus_publish(&bus, &message);
  }
  return NULL;
}

int main(void)
{
  struct once_context once = { .bus = &bus };
  struct log_context *log = calloc(1, sizeof *log);
  struct subscription *logging;
  pthread_t publisher;
  unsigned logged;

  if (!log)
    return EXIT_FAILURE;
  bus_init(&bus);
  logging = bus_subscribe(&bus, "price", on_log, log);
  once.subscription = bus_subscribe(&bus, "price", on_once, &once);
  if (!logging || !once.subscription)
    return EXIT_FAILURE;
  pthread_create(&publisher, NULL, publisher_main, NULL);
  bus_unsubscribe(&bus, logging);
  logged = log->count;
  free(log);
  pthread_join(publisher, NULL);
  assert(once.count == 1);
  assert(logged <= MESSAGES);
  assert(handler_calls == 1 + logged);
  bus_destroy(&bus);
  printf("logged %u\n", logged);
  return EXIT_SUCCESS;
}
