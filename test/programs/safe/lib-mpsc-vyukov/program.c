/*
 * The intrusive queue for several producers and one consumer of D. Vyukov, as the mailbox of an actor: a push is one
 * exchange and one store, the consumer needs no atomic read-modify-write but for the stub node.  A semaphore lets the
 * consumer sleep.
 *
 * The driver: two producers send one message each to an actor that adds them up, main sends the last one, "stop".
 *
 * assert: safe.  Exchanges of `head` put the nodes in one order, and each producer links its predecessor to its node: the
 *   consumer finds every node once.  Between a producer's exchange and its link the queue looks empty to the consumer, which has
 *   taken a permit for a message and therefore looks again.  Main's stop is pushed after the producers have ended, so it is the
 *   last one: the sum is 12 of two messages.
 * race: safe.  `next` and `head` are atomic.  A message's fields are written before the exchange and the release store of its
 *   predecessor's `next`, which the consumer reads with acquire.  `tail` is the consumer's own.
 * deadlock: safe.  As many posts as messages, each after its push; who waits in the loop for a link waits for a producer that is
 *   between two statements.
 * memory: safe.  The consumer frees a message when it is no longer the tail: pop returns a node only after the tail has
 *   moved to its successor.  A producer touches its predecessor once, before the consumer can pass it.
 * leak: safe.  All messages are popped and freed; the stub is part of the queue.  overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- queue */

struct mpsc_node {
  _Atomic(struct mpsc_node *) next;
};

struct mpsc_queue {
  _Atomic(struct mpsc_node *) head; /* producers */
  struct mpsc_node *tail;           /* consumer */
  struct mpsc_node stub;
};

static void mpsc_init(struct mpsc_queue *q)
{
  atomic_init(&q->stub.next, NULL);
  atomic_init(&q->head, &q->stub);
  q->tail = &q->stub;
}

static void mpsc_push(struct mpsc_queue *q, struct mpsc_node *node)
{
  struct mpsc_node *before;

  atomic_store_explicit(&node->next, NULL, memory_order_relaxed);
  before = atomic_exchange_explicit(&q->head, node, memory_order_acq_rel);
  atomic_store_explicit(&before->next, node, memory_order_release);
}

/* NULL: empty, or a producer has not linked its node yet. */
static struct mpsc_node *mpsc_pop(struct mpsc_queue *q)
{
  struct mpsc_node *tail = q->tail;
  struct mpsc_node *next = atomic_load_explicit(&tail->next, memory_order_acquire);

  if (tail == &q->stub) {
    if (!next)
      return NULL;
    q->tail = next;
    tail = next;
    next = atomic_load_explicit(&tail->next, memory_order_acquire);
  }
  if (next) {
    q->tail = next;
    return tail;
  }
  if (tail != atomic_load_explicit(&q->head, memory_order_acquire))
    return NULL;
  /* The last node: put the stub behind it, so that it can be taken. */
  mpsc_push(q, &q->stub);
  next = atomic_load_explicit(&tail->next, memory_order_acquire);
  if (next) {
    q->tail = next;
    return tail;
  }
  return NULL;
}

/* ---- actors */

enum message_kind { MSG_ADD, MSG_STOP };

struct message {
  struct mpsc_node node; /* first */
  enum message_kind kind;
  unsigned amount;
};

struct actor {
  struct mpsc_queue mailbox;
  sem_t available;
  pthread_t thread;
  unsigned sum;
  unsigned handled;
};

static bool actor_send(struct actor *a, enum message_kind kind, unsigned amount)
{
  struct message *m = malloc(sizeof *m);

  if (!m)
    return false;
  m->kind = kind;
  m->amount = amount;
  mpsc_push(&a->mailbox, &m->node);
  sem_post(&a->available);
  return true;
}

static struct message *actor_receive(struct actor *a)
{
  struct mpsc_node *node;

  sem_wait(&a->available);
  while (!(node = mpsc_pop(&a->mailbox)))
    sched_yield();
  return (struct message *)node;
}

static void *actor_main(void *argument)
{
  struct actor *a = argument;
  bool stopped = false;

  while (!stopped) {
    struct message *m = actor_receive(a);

    switch (m->kind) {
    case MSG_ADD:
      a->sum += m->amount;
      a->handled++;
      break;
    case MSG_STOP:
      stopped = true;
      break;
    }
    free(m);
  }
  return NULL;
}

static bool actor_start(struct actor *a)
{
  mpsc_init(&a->mailbox);
  a->sum = 0;
  a->handled = 0;
  if (sem_init(&a->available, 0, 0) != 0)
    return false;
  if (pthread_create(&a->thread, NULL, actor_main, a) != 0) {
    sem_destroy(&a->available);
    return false;
  }
  return true;
}

/* ---- driver */

#define PRODUCERS 2

struct producer {
  struct actor *actor;
  unsigned amount;
};

static void *producer_main(void *argument)
{
  struct producer *p = argument;
  bool sent = actor_send(p->actor, MSG_ADD, p->amount);

  assert(sent);
  return NULL;
}

int main(void)
{
  static struct actor actor;
  struct producer producers[PRODUCERS] = { { &actor, 5 }, { &actor, 7 } };
  pthread_t threads[PRODUCERS];

  if (!actor_start(&actor))
    return EXIT_FAILURE;
  for (int i = 0; i < PRODUCERS; i++)
    pthread_create(&threads[i], NULL, producer_main, &producers[i]);
  for (int i = 0; i < PRODUCERS; i++)
    pthread_join(threads[i], NULL);
  if (!actor_send(&actor, MSG_STOP, 0))
    return EXIT_FAILURE;
  pthread_join(actor.thread, NULL);
  assert(actor.handled == PRODUCERS);
  assert(actor.sum == 12);
  assert(!mpsc_pop(&actor.mailbox));
  sem_destroy(&actor.available);
  printf("%u of %u messages\n", actor.sum, actor.handled);
  return EXIT_SUCCESS;
}
