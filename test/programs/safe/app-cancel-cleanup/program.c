/*
 * Workers that may be cancelled at any time while they wait: cleanup handlers return the lock, the job in hand and the
 * scratch buffer, so that a cancelled worker leaves nothing behind.
 *
 * deadlock: safe.  A worker cancelled in pthread_cond_wait holds the lock again when its handlers run, and the handler
 *   releases it.  Main cancels and joins without a lock.  Whether a worker is cancelled or finishes, it can be joined.
 * leak: safe.  The scratch buffer is freed by its handler, on normal exit as well; jobs not taken are freed by main, jobs taken
 *   are finished, as cancellation is disabled meanwhile.
 * assert: safe.  Finished jobs plus jobs left equals submitted jobs; handlers ran once per worker.
 * race: safe.  The queue and the counters are touched under the lock, also by the handlers.
 * memory: safe.  Handlers run before the worker's stack is gone; scratch is used by its worker only.
 * overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define WORKERS 2
#define JOBS 3
#define SCRATCH 4

struct job {
  unsigned id;
  struct job *next;
};

static struct {
  pthread_mutex_t lock;
  pthread_cond_t work;
  struct job *jobs;
  unsigned submitted, finished, checksum;
  unsigned cleanups;
} queue = { .lock = PTHREAD_MUTEX_INITIALIZER, .work = PTHREAD_COND_INITIALIZER };

struct scratch {
  unsigned *cells;
};

/* ---- cleanup handlers */

static void cleanup_unlock(void *arg)
{
  pthread_mutex_unlock(arg);
}

static void cleanup_scratch(void *arg)
{
  struct scratch *s = arg;

  free(s->cells);
  s->cells = NULL;
  pthread_mutex_lock(&queue.lock);
  queue.cleanups++;
  pthread_mutex_unlock(&queue.lock);
}

/* ---- queue */

static void submit(unsigned id)
{
  struct job *j = malloc(sizeof *j);

  if (!j)
    abort();
  j->id = id;
  pthread_mutex_lock(&queue.lock);
  j->next = queue.jobs;
  queue.jobs = j;
  queue.submitted++;
  pthread_cond_broadcast(&queue.work);
  pthread_mutex_unlock(&queue.lock);
}

/* Waits for a job.  The only place where a worker can be cancelled. */
static struct job *take(void)
{
  struct job *j;

  pthread_mutex_lock(&queue.lock);
  pthread_cleanup_push(cleanup_unlock, &queue.lock);
  while (!queue.jobs)
    pthread_cond_wait(&queue.work, &queue.lock);
  j = queue.jobs;
  queue.jobs = j->next;
  pthread_cleanup_pop(1);
  return j;
}

static unsigned process(const struct job *j, unsigned *cells)
{
  unsigned sum = 0;

  for (unsigned i = 0; i < SCRATCH; i++)
    cells[i] = j->id * (i + 1);
  for (unsigned i = 0; i < SCRATCH; i++)
    sum += cells[i];
  return sum;
}

static void *worker_main(void *arg)
{
  struct scratch scratch = { malloc(SCRATCH * sizeof(unsigned)) };
  unsigned limit = *(unsigned *)arg;

  if (!scratch.cells)
    abort();
  pthread_cleanup_push(cleanup_scratch, &scratch);
  for (unsigned n = 0; n < limit; n++) {
    struct job *j;
    unsigned sum;
    int old;

    j = take();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    sum = process(j, scratch.cells);
    free(j);
    pthread_mutex_lock(&queue.lock);
    queue.finished++;
    queue.checksum += sum;
    pthread_mutex_unlock(&queue.lock);
    pthread_setcancelstate(old, NULL);
  }
  pthread_cleanup_pop(1);
  return NULL;
}

static unsigned drain(void)
{
  unsigned left = 0;

  while (queue.jobs) {
    struct job *j = queue.jobs;
    queue.jobs = j->next;
    free(j);
    left++;
  }
  return left;
}

int main(void)
{
  pthread_t workers[WORKERS];
  unsigned limit = JOBS;
  unsigned left, cancelled = 0;

  for (int i = 0; i < WORKERS; i++)
    pthread_create(&workers[i], NULL, worker_main, &limit);
  for (unsigned id = 1; id <= JOBS; id++)
    submit(id);

  for (int i = 0; i < WORKERS; i++)
    pthread_cancel(workers[i]);
  for (int i = 0; i < WORKERS; i++) {
    void *result;
    pthread_join(workers[i], &result);
    if (result == PTHREAD_CANCELED)
      cancelled++;
  }

  left = drain();
  assert(queue.finished + left == queue.submitted);
  assert(queue.cleanups == WORKERS);
  assert(cancelled >= 1);
  printf("%u finished, %u left, %u workers cancelled, checksum %u\n", queue.finished, left, cancelled, queue.checksum);
  return 0;
}
