/*
 * A forwarding table whose routes are reclaimed after a grace period of quiescent states (QSBR): forwarding threads look
 * routes up without locks and report a quiescent state after each batch; the control thread replaces a route, waits
 * until every registered thread has reported since, and frees the old one.
 *
 * The bug: the forwarder keeps the route of its last packet to save look-ups, and does not forget it when it reports a
 * quiescent state.  The first packet of the next batch reads the cached route, which may be freed by then.
 *
 * memory: UNSAFE.  Batch 1 caches route A and reports; the control thread replaces A, sees the report, frees A; batch 2
 *   reads A's prefix.
 * race: UNSAFE.  Where that read comes before the free, nothing orders the two: the last release of the forwarder is its
 *   report, before the read.
 * assert: safe.  Each packet is counted once; the next hop found is that of the old or the new route (a freed route
 *   ends the run where it is read).
 * deadlock: safe.  The grace period waits for a forwarder that continues to report, or to go offline, whatever the control
 *   thread does.
 * leak: safe.  Where the run comes to its end, the control thread has freed the old route and main the others.
 * overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- quiescent states */

#define QSBR_THREADS 1
#define QSBR_OFFLINE 0u

struct qsbr_thread {
  atomic_uint seen; /* the last grace period this thread knows of */
};

static struct {
  atomic_uint current;
  struct qsbr_thread threads[QSBR_THREADS];
} qsbr = { .current = 1 };

static inline void qsbr_online(struct qsbr_thread *t)
{
  atomic_store(&t->seen, atomic_load(&qsbr.current));
}

/* This thread holds no pointer into protected data. */
static inline void qsbr_quiescent(struct qsbr_thread *t)
{
  atomic_store(&t->seen, atomic_load(&qsbr.current));
}

static inline void qsbr_offline(struct qsbr_thread *t)
{
  atomic_store(&t->seen, QSBR_OFFLINE);
}

/* Returns when every thread has been quiescent since the call. */
static void qsbr_synchronize(void)
{
  unsigned target = atomic_fetch_add(&qsbr.current, 1) + 1;

  for (unsigned i = 0; i < QSBR_THREADS; i++) {
    for (;;) {
      unsigned seen = atomic_load(&qsbr.threads[i].seen);

      if (seen == QSBR_OFFLINE || seen >= target)
        break;
      sched_yield();
    }
  }
}

/* ---- forwarding table */

#define TABLE_SIZE 4

struct route {
  uint8_t prefix;
  uint8_t next_hop;
};

struct table {
  _Atomic(struct route *) slots[TABLE_SIZE];
};

static struct table fib;

static unsigned slot_of(uint8_t prefix)
{
  return (prefix ^ (prefix >> 4)) % TABLE_SIZE;
}

static struct route *route_new(uint8_t prefix, uint8_t next_hop)
{
  struct route *r = malloc(sizeof *r);

  if (r) {
    r->prefix = prefix;
    r->next_hop = next_hop;
  }
  return r;
}

static struct route *table_find(uint8_t prefix)
{
  struct route *r = atomic_load_explicit(&fib.slots[slot_of(prefix)], memory_order_acquire);

  return r && r->prefix == prefix ? r : NULL;
}

/* Control thread only. */
static int table_replace(uint8_t prefix, uint8_t next_hop)
{
  struct route *fresh = route_new(prefix, next_hop);
  struct route *old;

  if (!fresh)
    return -1;
  old = atomic_exchange(&fib.slots[slot_of(prefix)], fresh);
  if (old) {
    qsbr_synchronize();
    free(old);
  }
  return 0;
}

static void table_clear(void)
{
  for (unsigned i = 0; i < TABLE_SIZE; i++)
    free(atomic_exchange(&fib.slots[i], NULL));
}

/* ---- forwarding */

#define BATCHES 2
#define BATCH_SIZE 1

struct packet {
  uint8_t destination;
};

struct forwarder {
  struct qsbr_thread *qsbr;
  const struct route *last;
  unsigned forwarded[3]; /* by next hop; 0: dropped */
};

static uint8_t forward_one(struct forwarder *f, const struct packet *p)
{
  const uint8_t prefix = p->destination >> 4;
  const struct route *r = f->last;

  if (!r || r->prefix != prefix) {
    r = table_find(prefix);
    if (!r)
      return 0;
    f->last = r;
  }
  return r->next_hop;
}

static void *forwarder_main(void *argument)
{
  static const struct packet traffic[BATCHES][BATCH_SIZE] = { { { 0x31 } }, { { 0x35 } } };
  struct forwarder *f = argument;

  qsbr_online(f->qsbr);
  for (unsigned b = 0; b < BATCHES; b++) {
    for (unsigned i = 0; i < BATCH_SIZE; i++) {
      uint8_t hop = forward_one(f, &traffic[b][i]);

      assert(hop <= 2);
      f->forwarded[hop]++;
    }
    qsbr_quiescent(f->qsbr);
  }
  qsbr_offline(f->qsbr);
  return NULL;
}

static void *control_main(void *argument)
{
  int *status = argument;

  *status = table_replace(0x3, 2);
  return NULL;
}

int main(void)
{
  struct forwarder forwarder = { .qsbr = &qsbr.threads[0] };
  pthread_t forwarding, control;
  int status = -1;

  if (table_replace(0x3, 1) != 0 || table_replace(0x6, 1) != 0)
    return EXIT_FAILURE;
  pthread_create(&forwarding, NULL, forwarder_main, &forwarder);
  pthread_create(&control, NULL, control_main, &status);
  pthread_join(forwarding, NULL);
  pthread_join(control, NULL);
  assert(status == 0);
  assert(forwarder.forwarded[0] == 0);
  assert(forwarder.forwarded[1] + forwarder.forwarded[2] == BATCHES * BATCH_SIZE);
  printf("hop 1: %u, hop 2: %u\n", forwarder.forwarded[1], forwarder.forwarded[2]);
  table_clear();
  return EXIT_SUCCESS;
}
