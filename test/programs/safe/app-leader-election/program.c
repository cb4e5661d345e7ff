/*
 * Leader election in a ring: every node sends its identifier to its neighbour and passes on larger ones; the node that gets
 * its own identifier back is the leader and announces it.  Identifiers are inputs, made unique by the node number.
 *
 * assert: safe for all inputs.  Only the largest identifier travels all the way round, so exactly one node becomes
 *   leader, and every thread agrees on it.
 * deadlock: safe.  Every node sends before it waits; the largest identifier is always passed on; the announcement
 *   reaches all.  Mailboxes have room for every message that can ever be sent, so sending never blocks.
 * race: safe.  Mailboxes are touched under their locks; a node's own state by its own thread, and by main after the join.
 * memory: safe.  A mailbox gets at most 2 * NODES messages in all.
 * overflow: safe.  Identifiers are computed modulo in unsigned arithmetic.  leak, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

extern unsigned int __VERIFIER_nondet_uint(void);

#define NODES 3
#define ROOM (2 * NODES)

enum message_kind { CANDIDATE, ELECTED };

struct message {
  enum message_kind kind;
  unsigned id;
};

/* Written by one neighbour, read by the owner; never reused. */
struct mailbox {
  pthread_mutex_t lock;
  pthread_cond_t arrived;
  struct message messages[ROOM];
  int first, end;
};

struct node {
  pthread_t thread;
  int number;
  unsigned id;
  struct mailbox inbox;
  struct mailbox *neighbour;
  bool is_leader;
  unsigned leader_id;
  unsigned sent;
};

static struct node nodes[NODES];

static void mailbox_init(struct mailbox *m)
{
  pthread_mutex_init(&m->lock, NULL);
  pthread_cond_init(&m->arrived, NULL);
  m->first = m->end = 0;
}

static void mailbox_destroy(struct mailbox *m)
{
  pthread_cond_destroy(&m->arrived);
  pthread_mutex_destroy(&m->lock);
}

static void send(struct node *from, enum message_kind kind, unsigned id)
{
  struct mailbox *m = from->neighbour;

  pthread_mutex_lock(&m->lock);
  assert(m->end < ROOM);
  m->messages[m->end].kind = kind;
  m->messages[m->end].id = id;
  m->end++;
  pthread_cond_signal(&m->arrived);
  pthread_mutex_unlock(&m->lock);
  from->sent++;
}

static enum message_kind receive(struct node *self, unsigned *id)
{
  struct mailbox *m = &self->inbox;
  enum message_kind kind;

  pthread_mutex_lock(&m->lock);
  while (m->first == m->end)
    pthread_cond_wait(&m->arrived, &m->lock);
  kind = m->messages[m->first].kind;
  *id = m->messages[m->first].id;
  m->first++;
  pthread_mutex_unlock(&m->lock);
  return kind;
}

static bool on_candidate(struct node *self, unsigned id)
{
  if (id == self->id) {
    self->is_leader = true;
    send(self, ELECTED, self->id);
  } else if (id > self->id) {
    send(self, CANDIDATE, id);
  }
  return false;
}

/* Returns true when the node is done. */
static bool on_elected(struct node *self, unsigned id)
{
  self->leader_id = id;
  if (id != self->id)
    send(self, ELECTED, id);
  return true;
}

static bool (*const handlers[])(struct node *, unsigned) = {
  [CANDIDATE] = on_candidate,
  [ELECTED] = on_elected,
};

static void *node_main(void *arg)
{
  struct node *self = arg;
  bool done = false;

  send(self, CANDIDATE, self->id);
  while (!done) {
    unsigned id;
    enum message_kind kind = receive(self, &id);
    done = handlers[kind](self, id);
  }
  return NULL;
}

static unsigned make_id(int number)
{
  return __VERIFIER_nondet_uint() % 1000u * NODES + (unsigned)number;
}

int main(void)
{
  unsigned largest = 0, leaders = 0, messages = 0;

  for (int i = 0; i < NODES; i++) {
    struct node *n = &nodes[i];
    n->number = i;
    n->id = make_id(i);
    n->neighbour = &nodes[(i + 1) % NODES].inbox;
    n->is_leader = false;
    n->leader_id = 0;
    n->sent = 0;
    mailbox_init(&n->inbox);
    if (n->id > largest)
      largest = n->id;
  }
  for (int i = 0; i < NODES; i++)
    pthread_create(&nodes[i].thread, NULL, node_main, &nodes[i]);
  for (int i = 0; i < NODES; i++)
    pthread_join(nodes[i].thread, NULL);

  for (int i = 0; i < NODES; i++) {
    assert(nodes[i].leader_id == largest);
    assert(nodes[i].is_leader == (nodes[i].id == largest));
    leaders += nodes[i].is_leader;
    messages += nodes[i].sent;
    mailbox_destroy(&nodes[i].inbox);
  }
  assert(leaders == 1);
  assert(messages <= NODES * (NODES + 1) / 2 + NODES);
  printf("leader %u after %u messages\n", largest, messages);
  return 0;
}
