/*
 * A publish/subscribe broker with reference-counted messages.  Callbacks run without the broker lock, so that they may
 * call back into the broker.
 *
 * memory: UNSAFE.  broker_publish() walks the subscriber list, drops the lock around each callback, and then follows
 *   the `next` pointer of the subscriber it has just served.  If that subscriber was removed meanwhile, it has been freed.
 * race: safe.  The list, also the free, is touched under the broker lock only; what the callback needs is
 *   copied out before the lock is dropped; message counts and inboxes are atomic.
 * assert: safe.  The payload of a message does not change while anyone holds a reference; every reference that was
 *   taken is dropped.
 * deadlock: safe.  One lock; callbacks run without it.
 * leak: safe.  A message is freed by its last reference, subscribers by unsubscribe or by broker_close().
 * overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define TOPICS 2
#define MESSAGES 2

struct message {
  atomic_uint refs;
  unsigned topic;
  unsigned sequence;
};

typedef void (*deliver_fn)(void *context, struct message *m);

struct subscriber {
  unsigned id;
  deliver_fn deliver;
  void *context;
  struct subscriber *next;
};

struct topic {
  struct subscriber *subscribers;
  unsigned next_sequence;
};

struct broker {
  pthread_mutex_t lock;
  struct topic topics[TOPICS];
  unsigned next_id;
  unsigned published;
};

/* ---- messages */

static struct message *message_new(unsigned topic, unsigned sequence)
{
  struct message *m = malloc(sizeof *m);
  if (!m)
    abort();
  atomic_init(&m->refs, 1);
  m->topic = topic;
  m->sequence = sequence;
  return m;
}

static struct message *message_get(struct message *m)
{
  atomic_fetch_add(&m->refs, 1);
  return m;
}

static void message_put(struct message *m)
{
  if (atomic_fetch_sub(&m->refs, 1) == 1)
    free(m);
}

/* ---- broker */

static void broker_init(struct broker *b)
{
  pthread_mutex_init(&b->lock, NULL);
  for (unsigned t = 0; t < TOPICS; t++) {
    b->topics[t].subscribers = NULL;
    b->topics[t].next_sequence = 0;
  }
  b->next_id = 1;
  b->published = 0;
}

static unsigned broker_subscribe(struct broker *b, unsigned topic, deliver_fn deliver, void *context)
{
  struct subscriber *s = malloc(sizeof *s);
  unsigned id;

  if (!s)
    abort();
  s->deliver = deliver;
  s->context = context;
  pthread_mutex_lock(&b->lock);
  id = s->id = b->next_id++;
  s->next = b->topics[topic].subscribers;
  b->topics[topic].subscribers = s;
  pthread_mutex_unlock(&b->lock);
  return id;
}

static int broker_unsubscribe(struct broker *b, unsigned topic, unsigned id)
{
  struct subscriber **link;
  int rc = -1;

  pthread_mutex_lock(&b->lock);
  for (link = &b->topics[topic].subscribers; *link; link = &(*link)->next)
    if ((*link)->id == id) {
      struct subscriber *gone = *link;
      *link = gone->next;
      free(gone);
      rc = 0;
      break;
    }
  pthread_mutex_unlock(&b->lock);
  return rc;
}

static void broker_publish(struct broker *b, unsigned topic)
{
  struct message *m;
  struct subscriber *s;

  pthread_mutex_lock(&b->lock);
  m = message_new(topic, b->topics[topic].next_sequence++);
  b->published++;
  s = b->topics[topic].subscribers;
  while (s) {
    deliver_fn deliver = s->deliver;
    void *context = s->context;

    pthread_mutex_unlock(&b->lock);
    deliver(context, message_get(m));
    pthread_mutex_lock(&b->lock);
    s = s->next;
  }
  pthread_mutex_unlock(&b->lock);
  message_put(m);
}

static void broker_close(struct broker *b)
{
  for (unsigned t = 0; t < TOPICS; t++)
    while (b->topics[t].subscribers) {
      struct subscriber *s = b->topics[t].subscribers;
      b->topics[t].subscribers = s->next;
      free(s);
    }
  pthread_mutex_destroy(&b->lock);
}

/* ---- clients */

struct inbox {
  atomic_uint received;
  atomic_uint sequence_sum;
};

static void inbox_deliver(void *context, struct message *m)
{
  struct inbox *in = context;

  assert(m->topic < TOPICS && m->sequence < MESSAGES);
  atomic_fetch_add(&in->received, 1);
  atomic_fetch_add(&in->sequence_sum, m->sequence);
  message_put(m);
}

static struct broker broker;
static struct inbox permanent, visitor;

static void *publisher_main(void *arg)
{
  unsigned topic = (unsigned)(size_t)arg;
  for (unsigned i = 0; i < MESSAGES; i++)
    broker_publish(&broker, topic);
  return NULL;
}

static void *visitor_main(void *arg)
{
  unsigned topic = (unsigned)(size_t)arg;
  unsigned id = broker_subscribe(&broker, topic, inbox_deliver, &visitor);

  int rc = broker_unsubscribe(&broker, topic, id);
  assert(rc == 0);
  return NULL;
}

int main(void)
{
  pthread_t publishers[TOPICS], guest;

  broker_init(&broker);
  for (unsigned t = 0; t < TOPICS; t++)
    broker_subscribe(&broker, t, inbox_deliver, &permanent);
  for (size_t t = 0; t < TOPICS; t++)
    pthread_create(&publishers[t], NULL, publisher_main, (void *)t);
  pthread_create(&guest, NULL, visitor_main, (void *)(size_t)1);
  for (size_t t = 0; t < TOPICS; t++)
    pthread_join(publishers[t], NULL);
  pthread_join(guest, NULL);

  assert(broker.published == TOPICS * MESSAGES);
  assert(atomic_load(&permanent.received) == TOPICS * MESSAGES);
  printf("%u published, %u delivered to the visitor\n", broker.published, atomic_load(&visitor.received));
  broker_close(&broker);
  return 0;
}
