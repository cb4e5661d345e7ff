/*
 * A bounded queue for many producers and many consumers in which every cell carries a sequence number, used to distribute
 * jobs to executors; a full or empty queue makes the caller yield and try again.
 *
 * race: safe.  A cell's payload is written between winning the position with a compare-exchange and storing the cell's
 *   sequence, and read between seeing that sequence and storing the next one: writer and reader of a cell are ordered by its
 *   sequence number.
 * assert: safe.  Each position is won once; every job is executed exactly once.
 * memory: safe.  Positions are masked by the capacity; jobs live on main's stack until after the joins.
 * deadlock: safe.  Nothing blocks but joins; as many jobs are taken as are put, so the retries end.
 * overflow, leak, uninit: safe.  Positions are unsigned and may wrap; the difference is interpreted as a signed number
 *   only after a conversion.  Results are written before they are read.
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#define CAPACITY 2u /* a power of two */
#define MASK (CAPACITY - 1u)
#define PRODUCERS 2
#define EXECUTORS 2
#define PER_PRODUCER 2
#define JOBS (PRODUCERS * PER_PRODUCER)
#define PER_EXECUTOR (JOBS / EXECUTORS)

struct job {
  unsigned input;
  unsigned output;
  atomic_uint executions;
};

struct cell {
  atomic_uint sequence;
  struct job *job;
};

struct ring {
  struct cell cells[CAPACITY];
  atomic_uint put_position;
  atomic_uint take_position;
  atomic_uint full_retries, empty_retries;
};

static void ring_init(struct ring *r)
{
  unsigned start = 0u - CAPACITY; /* close to the wrap-around, to have it covered */

  for (unsigned i = 0; i < CAPACITY; i++) {
    atomic_init(&r->cells[i].sequence, start + i);
    r->cells[i].job = NULL;
  }
  atomic_init(&r->put_position, start);
  atomic_init(&r->take_position, start);
  atomic_init(&r->full_retries, 0);
  atomic_init(&r->empty_retries, 0);
}

static inline int distance(unsigned a, unsigned b)
{
  return (int)(a - b);
}

static bool ring_try_put(struct ring *r, struct job *job)
{
  unsigned position = atomic_load(&r->put_position);

  for (;;) {
    struct cell *c = &r->cells[position & MASK];
    int d = distance(atomic_load(&c->sequence), position);
    if (d < 0)
      return false; /* the cell has not been emptied yet */
    if (d > 0) {
      position = atomic_load(&r->put_position);
      continue;
    }
    if (atomic_compare_exchange_strong(&r->put_position, &position, position + 1)) {
      c->job = job;
      atomic_store(&c->sequence, position + 1);
      return true;
    }
  }
}

static struct job *ring_try_take(struct ring *r)
{
  unsigned position = atomic_load(&r->take_position);

  for (;;) {
    struct cell *c = &r->cells[position & MASK];
    int d = distance(atomic_load(&c->sequence), position + 1);
    if (d < 0)
      return NULL;
    if (d > 0) {
      position = atomic_load(&r->take_position);
      continue;
    }
    if (atomic_compare_exchange_strong(&r->take_position, &position, position + 1)) {
      struct job *job = c->job;
      atomic_store(&c->sequence, position + CAPACITY);
      return job;
    }
  }
}

static void ring_put(struct ring *r, struct job *job)
{
  while (!ring_try_put(r, job)) {
    atomic_fetch_add(&r->full_retries, 1);
    sched_yield();
  }
}

static struct job *ring_take(struct ring *r)
{
  struct job *job;

  while (!(job = ring_try_take(r))) {
    atomic_fetch_add(&r->empty_retries, 1);
    sched_yield();
  }
  return job;
}

static struct ring ring;

static void *producer_main(void *arg)
{
  struct job *jobs = arg;

  for (int i = 0; i < PER_PRODUCER; i++)
    ring_put(&ring, &jobs[i]);
  return NULL;
}

static unsigned execute(unsigned input)
{
  unsigned r = input;
  for (int i = 0; i < 4; i++)
    r = r * 1103515245u + 12345u;
  return r;
}

static void *executor_main(void *arg)
{
  (void)arg;
  for (int i = 0; i < PER_EXECUTOR; i++) {
    struct job *job = ring_take(&ring);
    job->output = execute(job->input);
    unsigned before = atomic_fetch_add(&job->executions, 1);
    assert(before == 0);
  }
  return NULL;
}

int main(void)
{
  struct job jobs[JOBS];
  pthread_t producers[PRODUCERS], executors[EXECUTORS];

  ring_init(&ring);
  for (unsigned i = 0; i < JOBS; i++) {
    jobs[i].input = i;
    jobs[i].output = 0;
    atomic_init(&jobs[i].executions, 0);
  }
  for (int i = 0; i < EXECUTORS; i++)
    pthread_create(&executors[i], NULL, executor_main, NULL);
  for (int i = 0; i < PRODUCERS; i++)
    pthread_create(&producers[i], NULL, producer_main, &jobs[i * PER_PRODUCER]);
  for (int i = 0; i < PRODUCERS; i++)
    pthread_join(producers[i], NULL);
  for (int i = 0; i < EXECUTORS; i++)
    pthread_join(executors[i], NULL);

  for (unsigned i = 0; i < JOBS; i++) {
    assert(atomic_load(&jobs[i].executions) == 1);
    assert(jobs[i].output == execute(i));
  }
  assert(ring_try_take(&ring) == NULL);
  printf("%d jobs, %u retries when full, %u when empty\n", JOBS, atomic_load(&ring.full_retries),
         atomic_load(&ring.empty_retries));
  return 0;
}
