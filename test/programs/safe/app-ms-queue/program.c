/*
 * A lock-free queue after Michael and Scott with hazard pointers for memory reclamation.
 *
 * memory: safe.  A thread dereferences a node only while it is published in one of its hazard pointers and was validated
 *   afterwards (head or tail still the same), so the node was not yet retired when it was published; a retired node is
 *   freed only after a scan that did not find it.  Nodes left over go to an orphan list that main frees.
 * race: safe.  Links, head, tail and hazards are sequentially consistent atomics.  The value of a node is written before it
 *   is linked and only read afterwards; the retire link is used by the retiring thread alone.  A scan that finds a hazard
 *   cleared is ordered after the reader's last access.
 * assert: safe.  Each item is taken once: the sum of what consumers and the final drain got equals what was put in; items of
 *   one producer come out in order.
 * deadlock: safe.  No locks but the one for orphans; retries happen only when another thread made progress.
 * leak, uninit, overflow: safe.  Every node is freed by a scan, as an orphan, or with the queue; all fields are set.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define PRODUCERS 2
#define CONSUMERS 2
#define THREADS (PRODUCERS + CONSUMERS + 1)
#define ITEMS 2
#define ATTEMPTS 3
#define RETIRE_LIMIT 2

struct node {
  unsigned value;
  _Atomic(struct node *) next;
  struct node *retire_link;
};

struct queue {
  _Atomic(struct node *) head, tail;
};

/* Per thread: two hazard slots and the nodes it has retired. */
struct context {
  _Atomic(struct node *) hazard[2];
  struct node *retired;
  int retired_count;
  unsigned count, sum;
};

static struct queue queue;
static struct context contexts[THREADS];
static pthread_mutex_t orphans_lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *orphans;

static struct node *node_new(unsigned value)
{
  struct node *n = malloc(sizeof *n);
  if (!n)
    abort();
  n->value = value;
  atomic_init(&n->next, NULL);
  n->retire_link = NULL;
  return n;
}

/* ---- reclamation */

static bool is_hazardous(struct node *n)
{
  for (int t = 0; t < THREADS; t++)
    for (int k = 0; k < 2; k++)
      if (atomic_load(&contexts[t].hazard[k]) == n)
        return true;
  return false;
}

static void scan(struct context *c)
{
  struct node *list = c->retired;

  c->retired = NULL;
  c->retired_count = 0;
  while (list) {
    struct node *n = list;
    list = n->retire_link;
    if (is_hazardous(n)) {
      n->retire_link = c->retired;
      c->retired = n;
      c->retired_count++;
    } else {
      free(n);
    }
  }
}

static void retire(struct context *c, struct node *n)
{
  n->retire_link = c->retired;
  c->retired = n;
  if (++c->retired_count >= RETIRE_LIMIT)
    scan(c);
}

static void context_leave(struct context *c)
{
  pthread_mutex_lock(&orphans_lock);
  while (c->retired) {
    struct node *n = c->retired;
    c->retired = n->retire_link;
    n->retire_link = orphans;
    orphans = n;
  }
  pthread_mutex_unlock(&orphans_lock);
  c->retired_count = 0;
}

static struct node *protect(struct context *c, int k, _Atomic(struct node *) *source)
{
  struct node *n = atomic_load(source);

  for (;;) {
    atomic_store(&c->hazard[k], n);
    struct node *again = atomic_load(source);
    if (again == n)
      return n;
    n = again;
  }
}

static void unprotect(struct context *c)
{
  atomic_store(&c->hazard[0], NULL);
  atomic_store(&c->hazard[1], NULL);
}

/* ---- queue */

static void queue_put(struct queue *q, struct context *c, unsigned value)
{
  struct node *n = node_new(value);

  for (;;) {
    struct node *tail = protect(c, 0, &q->tail);
    struct node *next = atomic_load(&tail->next);
    if (next) {
      atomic_compare_exchange_strong(&q->tail, &tail, next);
      continue;
    }
    if (atomic_compare_exchange_strong(&tail->next, &next, n)) {
      atomic_compare_exchange_strong(&q->tail, &tail, n);
      break;
    }
  }
  unprotect(c);
}

static bool queue_get(struct queue *q, struct context *c, unsigned *value)
{
  bool found = false;

  for (;;) {
    struct node *head = protect(c, 0, &q->head);
    struct node *tail = atomic_load(&q->tail);
    struct node *next = atomic_load(&head->next);
    atomic_store(&c->hazard[1], next);
    if (atomic_load(&q->head) != head)
      continue;
    if (!next)
      break;
    if (head == tail) {
      atomic_compare_exchange_strong(&q->tail, &tail, next);
      continue;
    }
    *value = next->value;
    struct node *expected = head;
    if (atomic_compare_exchange_strong(&q->head, &expected, next)) {
      retire(c, head);
      found = true;
      break;
    }
  }
  unprotect(c);
  return found;
}

/* ---- threads */

static void *producer_main(void *arg)
{
  struct context *c = arg;
  unsigned id = (unsigned)(c - contexts);

  for (unsigned i = 1; i <= ITEMS; i++) {
    queue_put(&queue, c, id * 10 + i);
    c->count++;
    c->sum += id * 10 + i;
  }
  context_leave(c);
  return NULL;
}

static void *consumer_main(void *arg)
{
  struct context *c = arg;
  unsigned last[PRODUCERS] = { 0 };

  for (int i = 0; i < ATTEMPTS; i++) {
    unsigned v;
    if (!queue_get(&queue, c, &v))
      continue;
    assert(v % 10 > last[v / 10]);
    last[v / 10] = v % 10;
    c->count++;
    c->sum += v;
  }
  context_leave(c);
  return NULL;
}

int main(void)
{
  pthread_t threads[PRODUCERS + CONSUMERS];
  struct context *own = &contexts[THREADS - 1];
  struct node *dummy = node_new(0);
  unsigned put = 0, put_sum = 0, got = 0, got_sum = 0, v;

  atomic_init(&queue.head, dummy);
  atomic_init(&queue.tail, dummy);
  for (int i = 0; i < PRODUCERS + CONSUMERS; i++)
    pthread_create(&threads[i], NULL, i < PRODUCERS ? producer_main : consumer_main, &contexts[i]);
  for (int i = 0; i < PRODUCERS + CONSUMERS; i++) {
    pthread_join(threads[i], NULL);
    *(i < PRODUCERS ? &put : &got) += contexts[i].count;
    *(i < PRODUCERS ? &put_sum : &got_sum) += contexts[i].sum;
  }
  while (queue_get(&queue, own, &v)) {
    got++;
    got_sum += v;
  }
  context_leave(own);
  assert(put == PRODUCERS * ITEMS && got == put && got_sum == put_sum);
  printf("%u items, sum %u\n", got, got_sum);

  free(atomic_load(&queue.head));
  while (orphans) {
    struct node *n = orphans;
    orphans = n->retire_link;
    free(n);
  }
  return 0;
}
