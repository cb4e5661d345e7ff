/*
 * A message bus: publishers send reference-counted messages to bounded per-consumer queues; one consumer may be slow, then
 * the publisher waits (backpressure).
 *
 * memory: safe.  Each queue entry holds a reference of its own, taken before the message is queued; the publisher keeps
 *   its reference until all queues have theirs; the last one to drop it frees the message.
 * race: safe.  The payload is written before the first queue sees the message and only read afterwards; the drop of a
 *   reference is an atomic operation that orders all readers before the free.  Queues are touched under their locks.
 * deadlock: safe.  A publisher waits for room with only the lock of that one queue (released by the wait), and its consumer
 *   takes messages until all end marks have come.  A queue has one consumer and two conditions; with two publishers
 *   waiting, each removal wakes one.
 * assert: safe.  Every consumer gets every message once, in the order of each publisher.
 * leak, uninit, overflow: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define CONSUMERS 2
#define PUBLISHERS 2
#define MESSAGES 2
#define QUEUE 1u

enum message_type { MSG_DATA, MSG_END };

struct message {
  atomic_uint refs;
  enum message_type type;
  unsigned publisher;
  unsigned sequence;
  unsigned payload;
};

struct consumer {
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t not_empty, not_full;
  struct message *queue[QUEUE];
  unsigned first, count;
  unsigned received, sum;
};

static struct consumer consumers[CONSUMERS];
static atomic_uint live_messages;

/* ---- messages */

static struct message *message_new(enum message_type type, unsigned publisher, unsigned sequence, unsigned payload)
{
  struct message *m = malloc(sizeof *m);
  if (!m)
    abort();
  atomic_init(&m->refs, 1);
  m->type = type;
  m->publisher = publisher;
  m->sequence = sequence;
  m->payload = payload;
  atomic_fetch_add(&live_messages, 1);
  return m;
}

static struct message *message_ref(struct message *m)
{
  unsigned before = atomic_fetch_add(&m->refs, 1);
  assert(before >= 1);
  return m;
}

static void message_unref(struct message *m)
{
  unsigned before = atomic_fetch_sub(&m->refs, 1);
  assert(before >= 1);
  if (before == 1) {
    free(m);
    atomic_fetch_sub(&live_messages, 1);
  }
}

/* ---- queues */

static void consumer_init(struct consumer *c)
{
  pthread_mutex_init(&c->lock, NULL);
  pthread_cond_init(&c->not_empty, NULL);
  pthread_cond_init(&c->not_full, NULL);
  c->first = c->count = 0;
  c->received = c->sum = 0;
}

static void consumer_destroy(struct consumer *c)
{
  pthread_cond_destroy(&c->not_full);
  pthread_cond_destroy(&c->not_empty);
  pthread_mutex_destroy(&c->lock);
}

/* Takes over the reference. */
static void consumer_send(struct consumer *c, struct message *m)
{
  pthread_mutex_lock(&c->lock);
  while (c->count == QUEUE)
    pthread_cond_wait(&c->not_full, &c->lock);
  c->queue[(c->first + c->count) % QUEUE] = m;
  c->count++;
  pthread_cond_signal(&c->not_empty);
  pthread_mutex_unlock(&c->lock);
}

static struct message *consumer_receive(struct consumer *c)
{
  struct message *m;

  pthread_mutex_lock(&c->lock);
  while (c->count == 0)
    pthread_cond_wait(&c->not_empty, &c->lock);
  m = c->queue[c->first];
  c->first = (c->first + 1) % QUEUE;
  c->count--;
  pthread_cond_signal(&c->not_full);
  pthread_mutex_unlock(&c->lock);
  return m;
}

static void bus_publish(struct message *m)
{
  for (int i = 0; i < CONSUMERS; i++)
    consumer_send(&consumers[i], message_ref(m));
  message_unref(m);
}

/* ---- threads */

static void *publisher_main(void *arg)
{
  unsigned id = (unsigned)(size_t)arg;

  for (unsigned i = 1; i <= MESSAGES; i++)
    bus_publish(message_new(MSG_DATA, id, i, id * 100 + i));
  bus_publish(message_new(MSG_END, id, MESSAGES + 1, 0));
  return NULL;
}

static void *consumer_main(void *arg)
{
  struct consumer *c = arg;
  unsigned last[PUBLISHERS] = { 0 };
  int open = PUBLISHERS;

  while (open > 0) {
    struct message *m = consumer_receive(c);
    assert(m->publisher < PUBLISHERS && m->sequence == last[m->publisher] + 1);
    last[m->publisher] = m->sequence;
    switch (m->type) {
    case MSG_DATA:
      c->received++;
      c->sum += m->payload;
      break;
    case MSG_END:
      open--;
      break;
    }
    message_unref(m);
  }
  return NULL;
}

int main(void)
{
  pthread_t publishers[PUBLISHERS];

  for (int i = 0; i < CONSUMERS; i++) {
    consumer_init(&consumers[i]);
    pthread_create(&consumers[i].thread, NULL, consumer_main, &consumers[i]);
  }
  for (size_t i = 0; i < PUBLISHERS; i++)
    pthread_create(&publishers[i], NULL, publisher_main, (void *)i);
  for (int i = 0; i < PUBLISHERS; i++)
    pthread_join(publishers[i], NULL);
  for (int i = 0; i < CONSUMERS; i++)
    pthread_join(consumers[i].thread, NULL);

  assert(atomic_load(&live_messages) == 0);
  for (int i = 0; i < CONSUMERS; i++) {
    assert(consumers[i].received == PUBLISHERS * MESSAGES);
    assert(consumers[i].sum == consumers[0].sum);
    consumer_destroy(&consumers[i]);
  }
  printf("%d consumers, %u messages each, sum %u\n", CONSUMERS, consumers[0].received, consumers[0].sum);
  return 0;
}
