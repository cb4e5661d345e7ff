/*
 * A scheduler of jobs with priorities: a binary heap under a lock, two workers, and jobs that can be cancelled as long as
 * they have not been started.  A thread that holds a handle holds a reference to the job.
 *
 * The driver: main submits three jobs, cancels the one of the lowest priority, and shuts down; the workers finish what is queued.
 *
 * assert: safe.  Heap, states and counters change under the lock.  A job is queued, then running and done, or cancelled; a worker
 *   takes the highest priority of those queued and leaves only when the scheduler is closed and the heap empty.  So both
 *   other jobs have run, the third was run or cancelled, as main was told, and what was taken is never below what is left.
 * race: safe.  As above; a job's result is written by the worker that runs it and read by main after the joins.
 * deadlock: safe.  Workers wait in a loop for a job or the end, both announced under the lock (signal for one job, broadcast
 *   for the end).
 * memory: safe.  References are counted under the lock: the heap has one, the handle has one; the heap's index is kept in the
 *   job and moves with it.
 * leak: safe.  Main drops its handles after the shutdown, the heap's references go with the end of each job.
 * overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- jobs and their heap */

#define HEAP_MAX 4
#define NOT_QUEUED HEAP_MAX

enum job_state { JOB_QUEUED, JOB_RUNNING, JOB_DONE, JOB_CANCELLED };

struct job {
  unsigned priority;
  unsigned (*run)(unsigned argument);
  unsigned argument;
  unsigned result;
  enum job_state state;
  unsigned references;
  unsigned index; /* in the heap */
};

struct heap {
  struct job *jobs[HEAP_MAX];
  unsigned count;
};

static void heap_place(struct heap *h, unsigned index, struct job *job)
{
  h->jobs[index] = job;
  job->index = index;
}

static void heap_up(struct heap *h, unsigned index)
{
  struct job *job = h->jobs[index];

  while (index > 0) {
    unsigned parent = (index - 1) / 2;

    if (h->jobs[parent]->priority >= job->priority)
      break;
    heap_place(h, index, h->jobs[parent]);
    index = parent;
  }
  heap_place(h, index, job);
}

static void heap_down(struct heap *h, unsigned index)
{
  struct job *job = h->jobs[index];

  for (;;) {
    unsigned child = 2 * index + 1;

    if (child >= h->count)
      break;
    if (child + 1 < h->count && h->jobs[child + 1]->priority > h->jobs[child]->priority)
      child++;
    if (job->priority >= h->jobs[child]->priority)
      break;
    heap_place(h, index, h->jobs[child]);
    index = child;
  }
  heap_place(h, index, job);
}

static bool heap_insert(struct heap *h, struct job *job)
{
  if (h->count == HEAP_MAX)
    return false;
  heap_place(h, h->count, job);
  h->count++;
  heap_up(h, job->index);
  return true;
}

static void heap_remove(struct heap *h, struct job *job)
{
  unsigned index = job->index;
  struct job *last = h->jobs[--h->count];

  job->index = NOT_QUEUED;
  if (last == job)
    return;
  heap_place(h, index, last);
  heap_up(h, index);
  heap_down(h, last->index);
}

/* ---- scheduler */

#define WORKERS 2

struct scheduler {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct heap heap;
  bool closed;
  unsigned executed;
  unsigned cancelled;
  pthread_t workers[WORKERS];
};

/* Caller holds the lock. */
static void job_unref(struct job *job)
{
  if (--job->references == 0)
    free(job);
}

/* Caller holds the lock; waits for a job.  NULL: the end. */
static struct job *take_job(struct scheduler *s)
{
  struct job *job;

  while (s->heap.count == 0 && !s->closed)
    pthread_cond_wait(&s->changed, &s->lock);
  if (s->heap.count == 0)
    return NULL;
  job = s->heap.jobs[0];
  heap_remove(&s->heap, job);
  for (unsigned i = 0; i < s->heap.count; i++)
    assert(s->heap.jobs[i]->priority <= job->priority);
  return job;
}

static void *worker_main(void *argument)
{
  struct scheduler *s = argument;
  struct job *job;

  pthread_mutex_lock(&s->lock);
  while ((job = take_job(s))) {
    assert(job->state == JOB_QUEUED);
    job->state = JOB_RUNNING;
    pthread_mutex_unlock(&s->lock);
    job->result = job->run(job->argument);
    pthread_mutex_lock(&s->lock);
    job->state = JOB_DONE;
    s->executed++;
    job_unref(job);
  }
  pthread_mutex_unlock(&s->lock);
  return NULL;
}

static void scheduler_start(struct scheduler *s)
{
  pthread_mutex_init(&s->lock, NULL);
  pthread_cond_init(&s->changed, NULL);
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&s->workers[i], NULL, worker_main, s);
}

/* A handle to the queued job, NULL if there is no room. */
static struct job *scheduler_submit(struct scheduler *s, unsigned priority, unsigned (*run)(unsigned), unsigned argument)
{
  struct job *job = malloc(sizeof *job);
  bool queued;

  if (!job)
    return NULL;
  *job = (struct job){ priority, run, argument, 0, JOB_QUEUED, 2, NOT_QUEUED };
  pthread_mutex_lock(&s->lock);
  queued = !s->closed && heap_insert(&s->heap, job);
  if (queued)
    pthread_cond_signal(&s->changed);
  pthread_mutex_unlock(&s->lock);
  if (!queued) {
    free(job);
    return NULL;
  }
  return job;
}

/* True if the job will not be run. */
static bool scheduler_cancel(struct scheduler *s, struct job *job)
{
  bool cancelled = false;

  pthread_mutex_lock(&s->lock);
  if (job->state == JOB_QUEUED) {
    heap_remove(&s->heap, job);
    job->state = JOB_CANCELLED;
    s->cancelled++;
    job_unref(job);
    cancelled = true;
  }
  pthread_mutex_unlock(&s->lock);
  return cancelled;
}

static void scheduler_shutdown(struct scheduler *s)
{
  pthread_mutex_lock(&s->lock);
  s->closed = true;
  pthread_cond_broadcast(&s->changed);
  pthread_mutex_unlock(&s->lock);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(s->workers[i], NULL);
}

static void scheduler_release(struct scheduler *s, struct job *job)
{
  pthread_mutex_lock(&s->lock);
  job_unref(job);
  pthread_mutex_unlock(&s->lock);
}

/* ---- driver */

#define JOBS 3

static unsigned square(unsigned n)
{
  return n * n;
}

static unsigned triangle(unsigned n)
{
  unsigned sum = 0;

  while (n > 0)
    sum += n--;
  return sum;
}

int main(void)
{
  static struct scheduler scheduler;
  static const struct {
    unsigned priority;
    unsigned (*run)(unsigned);
    unsigned result;
  } plan[JOBS] = { { 5, square, 16 }, { 1, triangle, 10 }, { 9, square, 16 } };
  struct job *jobs[JOBS];
  bool cancelled;

  scheduler_start(&scheduler);
  for (int i = 0; i < JOBS; i++) {
    jobs[i] = scheduler_submit(&scheduler, plan[i].priority, plan[i].run, 4);
    assert(jobs[i]);
  }
  cancelled = scheduler_cancel(&scheduler, jobs[1]);
  scheduler_shutdown(&scheduler);
  assert(scheduler.heap.count == 0);
  assert(scheduler.executed == (cancelled ? 2 : 3));
  assert(scheduler.cancelled == (cancelled ? 1 : 0));
  for (int i = 0; i < JOBS; i++) {
    bool skipped = i == 1 && cancelled;

    assert(jobs[i]->state == (skipped ? JOB_CANCELLED : JOB_DONE));
    assert(jobs[i]->result == (skipped ? 0 : plan[i].result));
    scheduler_release(&scheduler, jobs[i]);
  }
  printf("%u executed, %u cancelled\n", scheduler.executed, scheduler.cancelled);
  return EXIT_SUCCESS;
}
