/*
 * A connection table with hashed bucket locks, a per-connection state machine driven by network events, and a
 * reaper that closes connections which were idle for too long.
 *
 * memory: UNSAFE.  deliver_event() looks the connection up under the bucket lock, drops the lock to count the event,
 *   and takes the lock again to run the state machine on the pointer it kept.  In the gap the reaper may find the
 *   connection finished, unlink it and free it: the state machine then reads freed memory.  The input decides: a
 *   connection with a receiver is fresh, so it is reaped only after a FIN; the first byte must be a FIN, and the
 *   reaper must come between the two halves of the second event.
 * assert: safe.  A connection found in its bucket has the id that was asked for, and the number of live connections
 *   equals opened minus closed; all three change under the bucket lock or atomically.
 * race: safe.  Connections and chains are touched under their bucket lock only, also the free; counters are atomic.
 * deadlock: safe.  No thread ever holds two bucket locks.
 * overflow, uninit, leak: safe.  Unsigned arithmetic; connections are filled at once; main frees what is left.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define BUCKETS 2
#define CONNS 3
#define IDLE_LIMIT 2u

enum state { ST_SYN, ST_OPEN, ST_CLOSING, ST_COUNT };
enum event { EV_KEEPALIVE, EV_DATA, EV_FIN, EV_COUNT };

struct conn {
  unsigned id;
  enum state state;
  unsigned last_seen;
  unsigned bytes;
  struct conn *next;
};

struct bucket {
  pthread_mutex_t lock;
  struct conn *chain;
};

struct table {
  struct bucket buckets[BUCKETS];
  atomic_uint opened, closed, events;
};

typedef enum state (*transition)(struct conn *c, unsigned now);

static enum state on_open(struct conn *c, unsigned now)
{
  c->last_seen = now;
  return ST_OPEN;
}

static enum state on_data(struct conn *c, unsigned now)
{
  (void)now;
  c->bytes += 64;
  return c->state;
}

static enum state on_fin(struct conn *c, unsigned now)
{
  (void)c;
  (void)now;
  return ST_CLOSING;
}

static enum state stay(struct conn *c, unsigned now)
{
  (void)now;
  return c->state;
}

static const transition machine[ST_COUNT][EV_COUNT] = {
  [ST_SYN] = { on_open, stay, on_fin },
  [ST_OPEN] = { on_open, on_data, on_fin },
  [ST_CLOSING] = { stay, stay, stay },
};

static struct table table;

static inline struct bucket *bucket_of(unsigned id)
{
  return &table.buckets[id % BUCKETS];
}

static struct conn *chain_find(struct conn *c, unsigned id)
{
  while (c && c->id != id)
    c = c->next;
  return c;
}

static int conn_open(unsigned id, unsigned now)
{
  struct bucket *b = bucket_of(id);
  struct conn *c = malloc(sizeof *c);

  if (!c)
    return -1;
  c->id = id;
  c->state = ST_SYN;
  c->last_seen = now;
  c->bytes = 0;
  pthread_mutex_lock(&b->lock);
  c->next = b->chain;
  b->chain = c;
  pthread_mutex_unlock(&b->lock);
  atomic_fetch_add(&table.opened, 1);
  return 0;
}

static int deliver_event(unsigned id, enum event ev, unsigned now)
{
  struct bucket *b = bucket_of(id);
  struct conn *c;

  pthread_mutex_lock(&b->lock);
  c = chain_find(b->chain, id);
  pthread_mutex_unlock(&b->lock);
  if (!c)
    return -1;

  atomic_fetch_add(&table.events, 1);

  pthread_mutex_lock(&b->lock);
  c->state = machine[c->state][ev](c, now);
  assert(c->id == id);
  pthread_mutex_unlock(&b->lock);
  return 0;
}

static int conn_expired(const struct conn *c, unsigned now)
{
  return c->state == ST_CLOSING || now - c->last_seen > IDLE_LIMIT;
}

static unsigned reap_bucket(struct bucket *b, unsigned now)
{
  unsigned reaped = 0;
  struct conn **link;

  pthread_mutex_lock(&b->lock);
  link = &b->chain;
  while (*link) {
    struct conn *c = *link;
    if (conn_expired(c, now)) {
      *link = c->next;
      free(c);
      reaped++;
    } else {
      link = &c->next;
    }
  }
  pthread_mutex_unlock(&b->lock);
  return reaped;
}

static void *receiver_main(void *arg)
{
  unsigned id = (unsigned)(size_t)arg;

  for (unsigned round = 0; round < 2; round++) {
    enum event ev = (enum event)(__VERIFIER_nondet_uchar() % EV_COUNT);
    if (deliver_event(id, ev, 2) < 0)
      break;
  }
  return NULL;
}

static void *reaper_main(void *arg)
{
  (void)arg;
  for (unsigned now = 2; now < 5; now += 2)
    for (unsigned i = 0; i < BUCKETS; i++)
      atomic_fetch_add(&table.closed, reap_bucket(&table.buckets[i], now));
  return NULL;
}

static unsigned drain(void)
{
  unsigned left = 0;
  for (unsigned i = 0; i < BUCKETS; i++) {
    while (table.buckets[i].chain) {
      struct conn *c = table.buckets[i].chain;
      table.buckets[i].chain = c->next;
      free(c);
      left++;
    }
    pthread_mutex_destroy(&table.buckets[i].lock);
  }
  return left;
}

int main(void)
{
  pthread_t receivers[2], reaper;
  unsigned left;

  for (unsigned i = 0; i < BUCKETS; i++) {
    pthread_mutex_init(&table.buckets[i].lock, NULL);
    table.buckets[i].chain = NULL;
  }
  for (unsigned id = 0; id < CONNS; id++)
    if (conn_open(id, id < 2 ? 2 : 1) < 0)
      return 1;

  for (size_t i = 0; i < 2; i++)
    pthread_create(&receivers[i], NULL, receiver_main, (void *)i);
  pthread_create(&reaper, NULL, reaper_main, NULL);
  for (size_t i = 0; i < 2; i++)
    pthread_join(receivers[i], NULL);
  pthread_join(reaper, NULL);

  left = drain();
  assert(left == atomic_load(&table.opened) - atomic_load(&table.closed));
  printf("%u events, %u closed, %u left\n", atomic_load(&table.events), atomic_load(&table.closed), left);
  return 0;
}
