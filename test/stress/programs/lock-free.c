// For the stress: a store of lock-free parts (queue, free list, table, statistics) with three mistakes that runs show early, and far more
// interleavings than any engine gets through. race: `served` is counted without an atomic, and a plain field is read while it is published;
// assert: the tickets are compared after a check-then-act; memory: a node is read after the thread that took it has freed it.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { workers = 4, requests = 6, buckets = 8, slots = 16 };

// ---- a bounded queue with sequence numbers

struct slot {
  atomic_uint sequence;
  unsigned value;
};

struct queue {
  struct slot slot[slots];
  atomic_uint head;
  atomic_uint tail;
};

static void queue_init(struct queue *q) {
  for (unsigned i = 0; i < slots; i++) atomic_store(&q->slot[i].sequence, i);
  atomic_store(&q->head, 0);
  atomic_store(&q->tail, 0);
}

static bool queue_put(struct queue *q, unsigned value) {
  for (int attempt = 0; attempt < 3; attempt++) {
    unsigned at = atomic_load(&q->tail);
    struct slot *s = &q->slot[at % slots];
    unsigned sequence = atomic_load(&s->sequence);
    if (sequence == at) {
      if (atomic_compare_exchange_strong(&q->tail, &at, at + 1)) {
        s->value = value;
        atomic_store(&s->sequence, at + 1);
        return true;
      }
    } else if ((int)(sequence - at) < 0) {
      return false;
    }
  }
  return false;
}

static bool queue_get(struct queue *q, unsigned *value) {
  for (int attempt = 0; attempt < 3; attempt++) {
    unsigned at = atomic_load(&q->head);
    struct slot *s = &q->slot[at % slots];
    unsigned sequence = atomic_load(&s->sequence);
    if (sequence == at + 1) {
      if (atomic_compare_exchange_strong(&q->head, &at, at + 1)) {
        *value = s->value;
        atomic_store(&s->sequence, at + slots);
        return true;
      }
    } else if ((int)(sequence - (at + 1)) < 0) {
      return false;
    }
  }
  return false;
}

// ---- a free list; what is taken from it may still be looked at by a thread that was slower

struct node {
  _Atomic(struct node *) next;
  unsigned payload;
};

static _Atomic(struct node *) free_list;

static void give_back(struct node *n) {
  struct node *top = atomic_load(&free_list);
  do {
    atomic_store(&n->next, top);
  } while (!atomic_compare_exchange_strong(&free_list, &top, n));
}

static struct node *take(void) {
  struct node *top = atomic_load(&free_list);
  while (top != NULL) {
    struct node *next = atomic_load(&top->next);
    if (atomic_compare_exchange_strong(&free_list, &top, next)) return top;
  }
  return NULL;
}

// ---- a table of counters, claimed by key

struct entry {
  atomic_uint key;
  atomic_uint hits;
};

static struct entry table[buckets];

static struct entry *find(unsigned key) {
  for (unsigned i = 0; i < buckets; i++) {
    struct entry *e = &table[(key * 2654435761u + i) % buckets];
    unsigned none = 0;
    if (atomic_load(&e->key) == key) return e;
    if (atomic_compare_exchange_strong(&e->key, &none, key)) return e;
    if (none == key) return e;
  }
  return NULL;
}

// ---- statistics

static unsigned served; // counted by all
static atomic_uint tickets;
static atomic_uint handed_out;

static bool ticket(void) {
  if (atomic_load(&tickets) == 0) return false;
  atomic_fetch_sub(&tickets, 1); // another thread may have taken the last one
  atomic_fetch_add(&handed_out, 1);
  return true;
}

// ---- a configuration that is published by a flag

static struct {
  unsigned limit;
  atomic_bool ready;
} configuration;

static unsigned limit(void) {
  return atomic_load(&configuration.ready) ? configuration.limit : configuration.limit / 2;
}

static struct queue incoming;

static void *serve(void *argument) {
  unsigned me = (unsigned)(uintptr_t)argument;
  unsigned state = me * 747796405u + 1u;
  for (unsigned i = 0; i < requests; i++) {
    state = state * 1664525u + 1013904223u;
    unsigned request = 0;
    if (!queue_put(&incoming, 1 + (state >> 28))) continue;
    if (!queue_get(&incoming, &request)) continue;
    struct entry *e = find(request);
    if (e != NULL && atomic_fetch_add(&e->hits, 1) < limit() && ticket()) served++;
    struct node *n = take();
    if (n != NULL) {
      n->payload = request;
      if (i % 3 == 2) free(n);
      else give_back(n);
    }
  }
  return NULL;
}

int main(void) {
  pthread_t thread[workers];
  queue_init(&incoming);
  atomic_store(&tickets, 3);
  for (int i = 0; i < 4; i++) {
    struct node *n = malloc(sizeof *n);
    if (n == NULL) return 1;
    n->payload = 0;
    give_back(n);
  }
  for (uintptr_t i = 0; i < workers; i++) pthread_create(&thread[i], NULL, serve, (void *)(i + 1));
  configuration.limit = 4;
  atomic_store(&configuration.ready, true);
  for (int i = 0; i < workers; i++) pthread_join(thread[i], NULL);
  assert(atomic_load(&handed_out) <= 3);
  return 0;
}
