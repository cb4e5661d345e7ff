/*
 * A ring for several producers and one consumer, in the manner of packet-processing frameworks: a producer reserves
 * slots by moving the producers' head, fills them, and then moves the tail up to which the consumer may read.
 *
 * The bug: a producer adds its count to the tail at once instead of waiting until the tail has reached its own
 * reservation.  If a later reservation is filled first, the tail covers the earlier slot, which is still empty.
 *
 * memory: UNSAFE.  Producer A reserves slot 0, producer B reserves slot 1, fills it and moves the tail to 1; the consumer
 *   takes slot 0, finds the null pointer of the fresh ring and follows it.
 * race: UNSAFE.  The consumer's read of slot 0 and A's write to it are unordered; where A writes first, so are A's writes to
 *   its message and the consumer's reads of it.
 * assert: safe.  A run in which the consumer continues has read both messages or left them to main, each once, since head and
 *   tail of the consumer are its own; their sum is 30.
 * deadlock: safe.  The consumer looks a fixed number of times; a producer's reservation repeats only if another one succeeded.
 * leak: safe.  The ring is freed by main.  overflow, uninit: safe.  Indexes are unsigned, the slots come from calloc.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- ring */

struct ring_end {
  _Atomic(uint32_t) head;
  _Atomic(uint32_t) tail;
};

struct ring {
  struct ring_end prod;
  struct ring_end cons;
  uint32_t size; /* a power of two */
  uint32_t mask;
  void **slots;
};

static struct ring *ring_create(uint32_t size)
{
  struct ring *r;

  if (size == 0 || (size & (size - 1)) != 0) {
    errno = EINVAL;
    return NULL;
  }
  r = calloc(1, sizeof *r);
  if (!r)
    return NULL;
  r->slots = calloc(size, sizeof *r->slots);
  if (!r->slots) {
    free(r);
    return NULL;
  }
  r->size = size;
  r->mask = size - 1;
  return r;
}

static void ring_free(struct ring *r)
{
  free(r->slots);
  free(r);
}

/* Reserves n slots for the caller; the index of the first one goes to *first. */
static int move_prod_head(struct ring *r, uint32_t n, uint32_t *first)
{
  uint32_t head = atomic_load_explicit(&r->prod.head, memory_order_relaxed);

  for (;;) {
    uint32_t free_slots = r->size + atomic_load_explicit(&r->cons.tail, memory_order_acquire) - head;

    if (n > free_slots)
      return -ENOBUFS;
    if (atomic_compare_exchange_strong_explicit(&r->prod.head, &head, head + n, memory_order_relaxed, memory_order_relaxed))
      break;
  }
  *first = head;
  return 0;
}

static inline void put_slots(struct ring *r, uint32_t first, void *const *objects, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    r->slots[(first + i) & r->mask] = objects[i];
}

static inline void get_slots(struct ring *r, uint32_t first, void **objects, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    objects[i] = r->slots[(first + i) & r->mask];
}

/* Makes n filled slots visible to the consumer. */
static inline void publish(struct ring_end *end, uint32_t n)
{
  atomic_fetch_add_explicit(&end->tail, n, memory_order_acq_rel);
}

static int ring_enqueue_bulk(struct ring *r, void *const *objects, uint32_t n)
{
  uint32_t first;
  int error = move_prod_head(r, n, &first);

  if (error)
    return error;
  put_slots(r, first, objects, n);
  publish(&r->prod, n);
  return 0;
}

/* One consumer.  Takes up to n objects and returns how many. */
static uint32_t ring_dequeue_burst(struct ring *r, void **objects, uint32_t n)
{
  uint32_t head = atomic_load_explicit(&r->cons.head, memory_order_relaxed);
  uint32_t filled = atomic_load_explicit(&r->prod.tail, memory_order_acquire) - head;

  if (n > filled)
    n = filled;
  if (n == 0)
    return 0;
  get_slots(r, head, objects, n);
  atomic_store_explicit(&r->cons.head, head + n, memory_order_relaxed);
  atomic_store_explicit(&r->cons.tail, head + n, memory_order_release);
  return n;
}

/* ---- driver */

#define PRODUCERS 2
#define LOOKS 2
#define BURST 2

struct message {
  uint16_t port;
  uint16_t length;
};

struct producer {
  pthread_t thread;
  struct message message;
  uint16_t port;
};

struct consumer {
  unsigned taken;
  unsigned bytes;
};

static struct ring *ring;

static void *producer_main(void *argument)
{
  struct producer *self = argument;
  void *object = &self->message;
  int error;

  self->message.port = self->port;
  self->message.length = (uint16_t)(self->port * 10);
  error = ring_enqueue_bulk(ring, &object, 1);
  assert(error == 0);
  return NULL;
}

static void consume_some(struct consumer *self)
{
  void *objects[BURST];
  uint32_t n = ring_dequeue_burst(ring, objects, BURST);

  for (uint32_t i = 0; i < n; i++) {
    const struct message *m = objects[i];

    self->bytes += m->length;
    self->taken++;
  }
}

static void *consumer_main(void *argument)
{
  for (int i = 0; i < LOOKS; i++)
    consume_some(argument);
  return NULL;
}

int main(void)
{
  struct producer producers[PRODUCERS];
  struct consumer consumer = { 0, 0 };
  pthread_t consuming;

  ring = ring_create(4);
  if (!ring)
    return EXIT_FAILURE;
  for (unsigned i = 0; i < PRODUCERS; i++) {
    producers[i].port = (uint16_t)(i + 1);
    pthread_create(&producers[i].thread, NULL, producer_main, &producers[i]);
  }
  pthread_create(&consuming, NULL, consumer_main, &consumer);
  for (unsigned i = 0; i < PRODUCERS; i++)
    pthread_join(producers[i].thread, NULL);
  pthread_join(consuming, NULL);
  consume_some(&consumer);
  assert(consumer.taken == PRODUCERS);
  assert(consumer.bytes == 30);
  printf("%u messages, %u bytes\n", consumer.taken, consumer.bytes);
  ring_free(ring);
  return EXIT_SUCCESS;
}
