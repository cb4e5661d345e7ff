/*
 * A build scheduler: jobs with dependencies, a queue of ready jobs, workers.  Which job depends on which earlier one is given
 * by an input word, one bit per pair, so the graph is any acyclic graph over the fixed order.
 *
 * assert: safe.  A job becomes ready when its last dependency finishes, under the lock; so all dependencies are done when
 *   it runs, and every job runs once.
 * race: safe.  Counts, states and the ready queue are touched under the lock.  The output of a job is written without the lock by
 *   its worker and read by dependents after the lock handed them the job.
 * deadlock: safe.  The graph has no cycle whatever the input, so as long as jobs remain one is ready or running; workers are
 *   woken by a broadcast whenever jobs become ready or all are finished.
 * memory: safe.  The ready queue has one place per job and each job enters it once; edges refer to job numbers below JOBS.
 * leak, uninit, overflow: safe.  Edges are allocated and freed with the graph; unsigned arithmetic.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

extern unsigned int __VERIFIER_nondet_uint(void);

#define JOBS 4
#define WORKERS 2

enum job_state { WAITING, QUEUED, RUNNING, FINISHED };

struct edge {
  int to;
  struct edge *next;
};

struct job {
  enum job_state state;
  int missing;              /* dependencies not finished yet */
  struct edge *dependents;
  struct edge *dependencies;
  unsigned output;
};

struct scheduler {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct job jobs[JOBS];
  int ready[JOBS];
  int ready_first, ready_end;
  int finished;
};

static struct edge *edge_new(int to, struct edge *next)
{
  struct edge *e = malloc(sizeof *e);
  if (!e)
    abort();
  e->to = to;
  e->next = next;
  return e;
}

static void edges_free(struct edge *e)
{
  while (e) {
    struct edge *next = e->next;
    free(e);
    e = next;
  }
}

/* Caller holds the lock, or is alone. */
static void enqueue(struct scheduler *s, int j)
{
  assert(s->ready_end < JOBS && s->jobs[j].state == WAITING);
  s->jobs[j].state = QUEUED;
  s->ready[s->ready_end++] = j;
}

static void add_dependency(struct scheduler *s, int job, int on)
{
  s->jobs[on].dependents = edge_new(job, s->jobs[on].dependents);
  s->jobs[job].dependencies = edge_new(on, s->jobs[job].dependencies);
  s->jobs[job].missing++;
}

static void scheduler_init(struct scheduler *s, unsigned graph)
{
  unsigned bit = 1;

  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->changed, NULL);
  s->ready_first = s->ready_end = 0;
  s->finished = 0;
  for (int j = 0; j < JOBS; j++) {
    s->jobs[j].state = WAITING;
    s->jobs[j].missing = 0;
    s->jobs[j].dependents = NULL;
    s->jobs[j].dependencies = NULL;
    s->jobs[j].output = 0;
  }
  for (int j = 1; j < JOBS; j++)
    for (int on = 0; on < j; on++, bit <<= 1)
      if (graph & bit)
        add_dependency(s, j, on);
  for (int j = 0; j < JOBS; j++)
    if (s->jobs[j].missing == 0)
      enqueue(s, j);
}

/* Outputs of dependencies are stable by now, no lock needed. */
static unsigned build(const struct scheduler *s, int j)
{
  unsigned out = (unsigned)j + 1;

  for (const struct edge *e = s->jobs[j].dependencies; e; e = e->next)
    out += 10 * s->jobs[e->to].output;
  return out;
}

/* Caller holds the lock. */
static void finish(struct scheduler *s, int j)
{
  s->jobs[j].state = FINISHED;
  s->finished++;
  for (struct edge *e = s->jobs[j].dependents; e; e = e->next)
    if (--s->jobs[e->to].missing == 0)
      enqueue(s, e->to);
  pthread_cond_broadcast(&s->changed);
}

static void *worker_main(void *arg)
{
  struct scheduler *s = arg;

  pthread_mutex_lock(&s->lock);
  for (;;) {
    while (s->ready_first == s->ready_end && s->finished < JOBS)
      pthread_cond_wait(&s->changed, &s->lock);
    if (s->ready_first == s->ready_end)
      break;
    int j = s->ready[s->ready_first++];
    for (struct edge *e = s->jobs[j].dependencies; e; e = e->next)
      assert(s->jobs[e->to].state == FINISHED);
    s->jobs[j].state = RUNNING;
    pthread_mutex_unlock(&s->lock);

    s->jobs[j].output = build(s, j);

    pthread_mutex_lock(&s->lock);
    finish(s, j);
  }
  pthread_mutex_unlock(&s->lock);
  return NULL;
}

static void scheduler_destroy(struct scheduler *s)
{
  for (int j = 0; j < JOBS; j++) {
    edges_free(s->jobs[j].dependents);
    edges_free(s->jobs[j].dependencies);
  }
  pthread_cond_destroy(&s->changed);
  pthread_mutex_destroy(&s->lock);
}

int main(void)
{
  struct scheduler s;
  pthread_t workers[WORKERS];

  scheduler_init(&s, __VERIFIER_nondet_uint());
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&workers[i], NULL, worker_main, &s);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(workers[i], NULL);

  assert(s.finished == JOBS && s.ready_first == JOBS);
  for (int j = 0; j < JOBS; j++) {
    assert(s.jobs[j].state == FINISHED && s.jobs[j].missing == 0);
    assert(s.jobs[j].output == build(&s, j));
    printf("job %d: output %u\n", j, s.jobs[j].output);
  }
  scheduler_destroy(&s);
  return 0;
}
