/*
 * Remote calls with a timeout: the caller keeps the record of the pending call on its stack and links it into a list
 * in which the receiver looks up the call that a reply belongs to.
 *
 * memory: UNSAFE (dead stack object).  When the wait times out, rpc_call() returns without taking its record off the
 *   pending list.  The next reply, or the next caller that unlinks its own record, walks the list and meets the
 *   record of a call whose frame is gone.  The frame dies after the unlock, so it may even go in the midst of such a walk.
 * race: safe.  List and records are touched under the lock only.
 * assert: safe.  A call that succeeds carries the answer to its own request, found by its number.
 * deadlock: safe.  One lock.  The server sleeps only while its queue is empty and the channel is open; callers use a
 *   timed wait; main closes the channel after the callers are done.
 * leak: safe.  Requests are freed by the server, which empties the queue before it leaves.
 * overflow, uninit: safe.  Unsigned numbers; the deadline is the end of the current second, without any addition.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define CALLERS 2

enum method { METHOD_ECHO, METHOD_DOUBLE, METHODS };

struct request {
  unsigned number;
  enum method method;
  unsigned argument;
  struct request *next;
};

/* One per call in progress, on the stack of the caller. */
struct pending {
  unsigned number;
  bool done;
  unsigned result;
  struct pending *next;
};

static struct channel {
  pthread_mutex_t lock;
  pthread_cond_t work;    /* the server waits for requests */
  pthread_cond_t replied; /* callers wait for their reply */
  struct request *requests;
  struct pending *pending;
  unsigned next_number;
  bool closed;
  unsigned replies, orphans;
} channel = {
  .lock = PTHREAD_MUTEX_INITIALIZER,
  .work = PTHREAD_COND_INITIALIZER,
  .replied = PTHREAD_COND_INITIALIZER,
  .next_number = 1,
};

static unsigned serve_echo(unsigned v) { return v; }
static unsigned serve_double(unsigned v) { return v * 2; }

static unsigned (*const methods[METHODS])(unsigned) = {
  [METHOD_ECHO] = serve_echo,
  [METHOD_DOUBLE] = serve_double,
};

static struct timespec end_of_this_second(void)
{
  struct timespec t;
  t.tv_sec = time(NULL);
  t.tv_nsec = 999999999;
  return t;
}

static void pending_link(struct pending *p)
{
  p->next = channel.pending;
  channel.pending = p;
}

static void pending_unlink(struct pending *p)
{
  for (struct pending **link = &channel.pending; *link; link = &(*link)->next)
    if (*link == p) {
      *link = p->next;
      return;
    }
}

static struct pending *pending_find(unsigned number)
{
  struct pending *p = channel.pending;

  while (p && p->number != number)
    p = p->next;
  return p;
}

static int rpc_call(enum method method, unsigned argument, unsigned *result)
{
  struct pending self = { .done = false, .result = 0 };
  struct timespec deadline = end_of_this_second();
  struct request *r = malloc(sizeof *r);
  int rc = 0;

  if (!r)
    return -ENOMEM;
  r->method = method;
  r->argument = argument;

  pthread_mutex_lock(&channel.lock);
  r->number = self.number = channel.next_number++;
  r->next = channel.requests;
  channel.requests = r;
  pending_link(&self);
  pthread_cond_signal(&channel.work);

  while (!self.done && rc == 0)
    rc = pthread_cond_timedwait(&channel.replied, &channel.lock, &deadline);
  if (!self.done) {
    pthread_mutex_unlock(&channel.lock);
    return -ETIMEDOUT;
  }
  pending_unlink(&self);
  *result = self.result;
  pthread_mutex_unlock(&channel.lock);
  return 0;
}

/* Caller holds the lock. */
static void deliver_reply(unsigned number, unsigned value)
{
  struct pending *p = pending_find(number);

  if (p) {
    p->result = value;
    p->done = true;
    channel.replies++;
    pthread_cond_broadcast(&channel.replied);
  } else {
    channel.orphans++;
  }
}

static void *server_main(void *arg)
{
  (void)arg;
  pthread_mutex_lock(&channel.lock);
  for (;;) {
    struct request *r = channel.requests;
    if (!r) {
      if (channel.closed)
        break;
      pthread_cond_wait(&channel.work, &channel.lock);
      continue;
    }
    channel.requests = r->next;
    pthread_mutex_unlock(&channel.lock);
    unsigned value = methods[r->method](r->argument);
    pthread_mutex_lock(&channel.lock);
    deliver_reply(r->number, value);
    free(r);
  }
  pthread_mutex_unlock(&channel.lock);
  return NULL;
}

struct caller {
  pthread_t thread;
  enum method method;
  unsigned argument;
  unsigned result;
  int rc;
};

static void *caller_main(void *arg)
{
  struct caller *c = arg;

  c->rc = rpc_call(c->method, c->argument, &c->result);
  if (c->rc == 0)
    assert(c->result == methods[c->method](c->argument));
  return NULL;
}

int main(void)
{
  struct caller callers[CALLERS] = {
    { .method = METHOD_ECHO, .argument = 7 },
    { .method = METHOD_DOUBLE, .argument = 21 },
  };
  pthread_t server;
  unsigned succeeded = 0;

  pthread_create(&server, NULL, server_main, NULL);
  for (int i = 0; i < CALLERS; i++)
    pthread_create(&callers[i].thread, NULL, caller_main, &callers[i]);
  for (int i = 0; i < CALLERS; i++) {
    pthread_join(callers[i].thread, NULL);
    succeeded += callers[i].rc == 0;
  }
  pthread_mutex_lock(&channel.lock);
  channel.closed = true;
  pthread_cond_signal(&channel.work);
  pthread_mutex_unlock(&channel.lock);
  pthread_join(server, NULL);

  assert(channel.replies >= succeeded && channel.requests == NULL);
  printf("%u of %d calls succeeded, %u orphans\n", succeeded, CALLERS, channel.orphans);
  return 0;
}
