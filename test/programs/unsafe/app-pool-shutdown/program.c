/*
 * A worker pool with two priority lanes and a shutdown call, as found inside a small network server.
 *
 * deadlock: UNSAFE.  pool_shutdown() raises the `stopping` flag and broadcasts without taking the pool lock.  A worker
 *   that has just found both lanes empty and `stopping` still false, but has not yet gone to sleep in
 *   pthread_cond_wait, misses the broadcast; no thread signals again, the worker sleeps forever and main waits in
 *   pthread_join.  One preemption between the test of the predicate and the wait is enough.
 * assert: safe.  Jobs are submitted and taken under the lock, and a worker leaves only when both lanes are empty, so
 *   at a normal end every submitted job has run exactly once.
 * race: safe.  Lanes and counters are touched under the lock only, `stopping` is atomic, a job belongs to one thread
 *   at a time (handed over under the lock), results are read after the joins.
 * memory, leak, uninit, overflow: safe.  Each job is freed by the worker that ran it; the pool is freed after all
 *   joins; the arithmetic is unsigned.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum lane { LANE_URGENT, LANE_NORMAL, LANE_COUNT };

#define WORKERS 2
#define JOBS 4

typedef unsigned (*job_fn)(unsigned argument);

struct job {
  job_fn run;
  unsigned argument;
  unsigned *result;
  struct job *next;
};

struct lane_queue {
  struct job *head;
  struct job **tail;
};

struct pool {
  pthread_mutex_t lock;
  pthread_cond_t work;
  struct lane_queue lanes[LANE_COUNT];
  unsigned submitted;
  unsigned executed;
  atomic_bool stopping;
  pthread_t threads[WORKERS];
};

static unsigned checksum(unsigned n)
{
  unsigned h = 2166136261u;
  while (n) {
    h = (h ^ (n & 0xffu)) * 16777619u;
    n >>= 8;
  }
  return h;
}

static unsigned popcount(unsigned n)
{
  unsigned c = 0;
  for (; n; n &= n - 1)
    c++;
  return c;
}

static void lane_push(struct lane_queue *q, struct job *j)
{
  j->next = NULL;
  *q->tail = j;
  q->tail = &j->next;
}

static struct job *lane_pop(struct lane_queue *q)
{
  struct job *j = q->head;
  if (j) {
    q->head = j->next;
    if (!q->head)
      q->tail = &q->head;
  }
  return j;
}

/* Caller holds the lock. */
static struct job *pool_take(struct pool *p)
{
  for (int l = 0; l < LANE_COUNT; l++) {
    struct job *j = lane_pop(&p->lanes[l]);
    if (j)
      return j;
  }
  return NULL;
}

static void *worker_main(void *arg)
{
  struct pool *p = arg;

  pthread_mutex_lock(&p->lock);
  for (;;) {
    struct job *j = pool_take(p);
    if (j) {
      pthread_mutex_unlock(&p->lock);
      *j->result = j->run(j->argument);
      free(j);
      pthread_mutex_lock(&p->lock);
      p->executed++;
      continue;
    }
    if (atomic_load(&p->stopping))
      break;
    pthread_cond_wait(&p->work, &p->lock);
  }
  pthread_mutex_unlock(&p->lock);
  return NULL;
}

static struct pool *pool_create(void)
{
  struct pool *p = malloc(sizeof *p);
  if (!p)
    return NULL;
  pthread_mutex_init(&p->lock, NULL);
  pthread_cond_init(&p->work, NULL);
  for (int l = 0; l < LANE_COUNT; l++) {
    p->lanes[l].head = NULL;
    p->lanes[l].tail = &p->lanes[l].head;
  }
  p->submitted = 0;
  p->executed = 0;
  atomic_init(&p->stopping, false);
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&p->threads[i], NULL, worker_main, p);
  return p;
}

static int pool_submit(struct pool *p, enum lane lane, job_fn run, unsigned argument, unsigned *result)
{
  struct job *j = malloc(sizeof *j);
  if (!j)
    return -1;
  j->run = run;
  j->argument = argument;
  j->result = result;
  pthread_mutex_lock(&p->lock);
  lane_push(&p->lanes[lane], j);
  p->submitted++;
  pthread_cond_signal(&p->work);
  pthread_mutex_unlock(&p->lock);
  return 0;
}

/* Lets the workers finish what is queued and collects them. */
static void pool_shutdown(struct pool *p)
{
  atomic_store(&p->stopping, true);
  pthread_cond_broadcast(&p->work);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(p->threads[i], NULL);
}

static void pool_free(struct pool *p)
{
  pthread_cond_destroy(&p->work);
  pthread_mutex_destroy(&p->lock);
  free(p);
}

static const struct {
  enum lane lane;
  job_fn run;
  unsigned argument;
} requests[JOBS] = {
  { LANE_NORMAL, checksum, 0x1234 },
  { LANE_URGENT, popcount, 0xff },
  { LANE_NORMAL, popcount, 0x1001 },
  { LANE_URGENT, checksum, 7 },
};

int main(void)
{
  unsigned results[JOBS] = { 0 };
  struct pool *p = pool_create();

  if (!p)
    return 1;
  for (int i = 0; i < JOBS; i++) {
    if (pool_submit(p, requests[i].lane, requests[i].run, requests[i].argument, &results[i]) < 0)
      break;
  }
  pool_shutdown(p);
  assert(p->executed == p->submitted);
  assert(results[1] == 8 && results[2] == 2);
  printf("%u jobs, last checksum %08x\n", p->executed, results[3]);
  pool_free(p);
  return 0;
}
