/*
 * A bounded blocking queue with close and timeouts, as at the heart of many servers: push waits for room, pop for an
 * item, each with or without a deadline; close() lets the consumers drain what is left and refuses further items.
 *
 * assert: safe.  Items leave in the order in which they came, since both ends are moved under the lock.  The consumer ends
 *   at QUEUE_CLOSED, which pop returns only for a closed and empty queue; main closes after the producer was joined, so the
 *   consumer has had both items, in order.  A time-out is not an end: the consumer then waits without a deadline.
 * race: safe.  The queue's fields are accessed under its lock; the consumer's record is read after its join.
 * deadlock: safe.  Every wait is in a loop over its predicate; push signals `not_empty`, pop signals `not_full`, close
 *   broadcasts both, all under the lock.  The consumer pops until the queue is closed, so the producer finds room; the
 *   producer ends, main closes, the consumer ends.
 * memory: safe.  Indices are taken modulo the capacity; queue and items outlive both threads.
 * leak: safe.  queue_destroy frees the slots, and the items are those of a static table.
 * overflow: safe.  The deadline's nanoseconds stay below two seconds' worth.  uninit: safe.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ITEMS 2
#define NSEC_PER_SEC 1000000000L
#define NO_DEADLINE NULL

enum queue_result { QUEUE_OK, QUEUE_TIMEOUT, QUEUE_CLOSED };

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t not_empty;
  pthread_cond_t not_full;
  void **slots;
  unsigned capacity;
  unsigned head;
  unsigned count;
  bool closed;
};

static int queue_init(struct queue *q, unsigned capacity)
{
  int error;

  q->slots = calloc(capacity, sizeof *q->slots);
  if (!q->slots)
    return ENOMEM;
  q->capacity = capacity;
  q->head = 0;
  q->count = 0;
  q->closed = false;
  error = pthread_mutex_init(&q->lock, NULL);
  if (error)
    goto no_lock;
  error = pthread_cond_init(&q->not_empty, NULL);
  if (error)
    goto no_empty;
  error = pthread_cond_init(&q->not_full, NULL);
  if (error)
    goto no_full;
  return 0;
no_full:
  pthread_cond_destroy(&q->not_empty);
no_empty:
  pthread_mutex_destroy(&q->lock);
no_lock:
  free(q->slots);
  return error;
}

static void queue_destroy(struct queue *q)
{
  pthread_cond_destroy(&q->not_full);
  pthread_cond_destroy(&q->not_empty);
  pthread_mutex_destroy(&q->lock);
  free(q->slots);
}

/* Waits for a signal or the deadline.  False: the deadline has passed.  Caller holds the lock. */
static bool wait_until(struct queue *q, pthread_cond_t *condition, const struct timespec *deadline)
{
  if (!deadline) {
    pthread_cond_wait(condition, &q->lock);
    return true;
  }
  return pthread_cond_timedwait(condition, &q->lock, deadline) != ETIMEDOUT;
}

static enum queue_result queue_push(struct queue *q, void *item, const struct timespec *deadline)
{
  enum queue_result result = QUEUE_OK;

  pthread_mutex_lock(&q->lock);
  while (!q->closed && q->count == q->capacity) {
    if (!wait_until(q, &q->not_full, deadline)) {
      result = QUEUE_TIMEOUT;
      break;
    }
  }
  if (q->closed) {
    result = QUEUE_CLOSED;
  } else if (q->count < q->capacity) {
    q->slots[(q->head + q->count) % q->capacity] = item;
    q->count++;
    result = QUEUE_OK;
    pthread_cond_signal(&q->not_empty);
  }
  pthread_mutex_unlock(&q->lock);
  return result;
}

/* An item that is there is taken even if the deadline has passed; a closed queue is drained first. */
static enum queue_result queue_pop(struct queue *q, void **item, const struct timespec *deadline)
{
  enum queue_result result = QUEUE_OK;

  pthread_mutex_lock(&q->lock);
  while (!q->closed && q->count == 0) {
    if (!wait_until(q, &q->not_empty, deadline)) {
      result = QUEUE_TIMEOUT;
      break;
    }
  }
  if (q->count > 0) {
    *item = q->slots[q->head];
    q->head = (q->head + 1) % q->capacity;
    q->count--;
    result = QUEUE_OK;
    pthread_cond_signal(&q->not_full);
  } else if (q->closed) {
    result = QUEUE_CLOSED;
  }
  pthread_mutex_unlock(&q->lock);
  return result;
}

static void queue_close(struct queue *q)
{
  pthread_mutex_lock(&q->lock);
  q->closed = true;
  pthread_cond_broadcast(&q->not_empty);
  pthread_cond_broadcast(&q->not_full);
  pthread_mutex_unlock(&q->lock);
}

static void deadline_in_ms(struct timespec *deadline, long ms)
{
  clock_gettime(CLOCK_REALTIME, deadline);
  deadline->tv_sec += ms / 1000;
  deadline->tv_nsec += (ms % 1000) * 1000000L;
  if (deadline->tv_nsec >= NSEC_PER_SEC) {
    deadline->tv_nsec -= NSEC_PER_SEC;
    deadline->tv_sec++;
  }
}

/* ---- driver: a producer, a consumer that looks with a deadline first */

struct message {
  unsigned number;
  unsigned value;
};

struct consumer {
  struct queue *queue;
  unsigned received;
  unsigned timeouts;
  unsigned sum;
};

static struct message messages[ITEMS] = { { 0, 7 }, { 1, 11 } };

static void *produce(void *argument)
{
  struct queue *q = argument;

  for (unsigned i = 0; i < ITEMS; i++) {
    enum queue_result result = queue_push(q, &messages[i], NO_DEADLINE);

    assert(result == QUEUE_OK);
  }
  return NULL;
}

static void *consume(void *argument)
{
  struct consumer *self = argument;
  struct timespec deadline;
  const struct timespec *limit = &deadline;

  deadline_in_ms(&deadline, 500);
  for (;;) {
    void *item = NULL;
    enum queue_result result = queue_pop(self->queue, &item, limit);

    if (result == QUEUE_CLOSED)
      return NULL;
    if (result == QUEUE_TIMEOUT) {
      self->timeouts++;
      limit = NO_DEADLINE;
      continue;
    }
    const struct message *message = item;
    assert(message->number == self->received);
    self->received++;
    self->sum += message->value;
  }
}

int main(void)
{
  struct queue queue;
  struct consumer consumer = { .queue = &queue };
  pthread_t producing, consuming;

  if (queue_init(&queue, 1) != 0)
    return EXIT_FAILURE;
  pthread_create(&consuming, NULL, consume, &consumer);
  pthread_create(&producing, NULL, produce, &queue);
  pthread_join(producing, NULL);
  queue_close(&queue);
  pthread_join(consuming, NULL);
  assert(consumer.received == ITEMS);
  assert(consumer.sum == 18);
  assert(consumer.timeouts <= 1);
  printf("%u items, %u time-outs\n", consumer.received, consumer.timeouts);
  queue_destroy(&queue);
  return EXIT_SUCCESS;
}
