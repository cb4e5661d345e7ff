/*
 * A three-stage pipeline with backpressure: one source, two filters, one sink, joined by bounded queues.
 *
 * assert: UNSAFE.  queue_pop() waits for an item with `if` instead of `while`.  One filter sleeps on the empty first
 *   queue; the source pushes an item and signals it; before the sleeper has the lock again, the other filter comes by,
 *   finds the item and takes it.  The sleeper then continues with an empty queue and fails the assertion in queue_pop().
 *   (No spurious wake-up is needed, only two consumers.)
 * deadlock: safe.  queue_push() waits in a loop; each push signals one consumer and each pop one producer, under the lock.
 *   A woken consumer always leaves the queue with an item or ends the process.  In the second queue there are two
 *   producers and one consumer: each pop frees one place and wakes one producer.
 * race: safe.  Queues are touched under their locks; statistics of a stage belong to its thread until it is joined.
 * memory, overflow, leak, uninit: safe.  Indices are taken modulo the capacity and never used with an empty queue; no heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define CAPACITY 2
#define ITEMS 3
#define FILTERS 2
#define END (-1)

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t not_empty, not_full;
  int slots[CAPACITY];
  unsigned head, count;
};

struct stage {
  pthread_t thread;
  struct queue *in, *out;
  unsigned handled;
  int total;
};

static void queue_init(struct queue *q)
{
  pthread_mutex_init(&q->lock, NULL);
  pthread_cond_init(&q->not_empty, NULL);
  pthread_cond_init(&q->not_full, NULL);
  q->head = 0;
  q->count = 0;
  for (int i = 0; i < CAPACITY; i++)
    q->slots[i] = 0;
}

static void queue_destroy(struct queue *q)
{
  pthread_cond_destroy(&q->not_full);
  pthread_cond_destroy(&q->not_empty);
  pthread_mutex_destroy(&q->lock);
}

static void queue_push(struct queue *q, int item)
{
  pthread_mutex_lock(&q->lock);
  while (q->count == CAPACITY)
    pthread_cond_wait(&q->not_full, &q->lock);
  q->slots[(q->head + q->count) % CAPACITY] = item;
  q->count++;
  pthread_cond_signal(&q->not_empty);
  pthread_mutex_unlock(&q->lock);
}

static int queue_pop(struct queue *q)
{
  int item;

  pthread_mutex_lock(&q->lock);
  if (q->count == 0)
    pthread_cond_wait(&q->not_empty, &q->lock);
  assert(q->count > 0);
  item = q->slots[q->head];
  q->head = (q->head + 1) % CAPACITY;
  q->count--;
  pthread_cond_signal(&q->not_full);
  pthread_mutex_unlock(&q->lock);
  return item;
}

static void *source_main(void *arg)
{
  struct stage *s = arg;

  for (int i = 1; i <= ITEMS; i++) {
    queue_push(s->out, i);
    s->handled++;
  }
  for (int i = 0; i < FILTERS; i++)
    queue_push(s->out, END);
  return NULL;
}

static int transform(int item)
{
  return item * item;
}

static void *filter_main(void *arg)
{
  struct stage *s = arg;

  for (;;) {
    int item = queue_pop(s->in);
    if (item == END)
      break;
    queue_push(s->out, transform(item));
    s->handled++;
  }
  queue_push(s->out, END);
  return NULL;
}

static void *sink_main(void *arg)
{
  struct stage *s = arg;
  int open = FILTERS;

  while (open > 0) {
    int item = queue_pop(s->in);
    if (item == END) {
      open--;
      continue;
    }
    s->total += item;
    s->handled++;
  }
  return NULL;
}

static void stage_start(struct stage *s, void *(*run)(void *), struct queue *in, struct queue *out)
{
  s->in = in;
  s->out = out;
  s->handled = 0;
  s->total = 0;
  pthread_create(&s->thread, NULL, run, s);
}

int main(void)
{
  struct queue raw, cooked;
  struct stage source, sink, filters[FILTERS];
  unsigned filtered = 0;
  int expected = 0;

  queue_init(&raw);
  queue_init(&cooked);
  stage_start(&source, source_main, NULL, &raw);
  for (int i = 0; i < FILTERS; i++)
    stage_start(&filters[i], filter_main, &raw, &cooked);
  stage_start(&sink, sink_main, &cooked, NULL);

  pthread_join(source.thread, NULL);
  for (int i = 0; i < FILTERS; i++) {
    pthread_join(filters[i].thread, NULL);
    filtered += filters[i].handled;
  }
  pthread_join(sink.thread, NULL);

  for (int i = 1; i <= ITEMS; i++)
    expected += transform(i);
  assert(filtered == ITEMS && sink.handled == ITEMS);
  assert(sink.total == expected);
  printf("%u items, total %d\n", sink.handled, sink.total);
  queue_destroy(&raw);
  queue_destroy(&cooked);
  return 0;
}
