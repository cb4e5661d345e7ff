/*
 * A thread pool behind an opaque handle: a bounded ring of tasks, blocking submission, and a shutdown that either drains
 * the ring or discards what is in it.  The driver counts the words of two lines with two workers and a ring of one.
 *
 * assert: safe.  A task is pushed and popped under the lock, by one worker only.  A draining shutdown lets workers leave
 *   only when the ring is empty, and it joins them: both lines are counted, the sums are those of the text, nothing was
 *   dropped, and `executed` is 2.
 * race: safe.  The pool's fields are accessed under its lock, except after the joins.  A line's result is written by
 *   the worker that runs its task and read by main after the join of all workers.
 * deadlock: safe.  Every wait is in a loop over its predicate, and a thread that changes a predicate does so under the lock and
 *   signals: push signals `not_empty`, pop signals `not_full`, shutdown broadcasts both.  A push that finds both workers
 *   busy needs no sleeper: a worker checks the ring again before it sleeps.
 * memory: safe.  The pool is freed after all workers were joined; the ring's index is taken modulo its capacity.
 * leak: safe.  Shutdown frees the threads' array, the ring and the pool.
 * overflow, uninit: safe.  Counters are small and unsigned; the pool comes from calloc, a slot is read only after it was
 *   filled.
 */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- interface */

typedef struct tpool tpool;
typedef void (*tp_function)(void *argument);

enum tp_mode { TP_RUNNING, TP_DRAIN, TP_DISCARD };

struct tp_config {
  unsigned threads;
  unsigned capacity;
};

struct tp_summary {
  unsigned executed;
  unsigned dropped;
};

static int tpool_create(tpool **out, const struct tp_config *config);
static int tpool_submit(tpool *pool, tp_function run, void *argument);
static int tpool_shutdown(tpool *pool, enum tp_mode mode, struct tp_summary *summary);

/* ---- implementation */

struct task {
  tp_function run;
  void *argument;
};

struct tpool {
  pthread_mutex_t lock;
  pthread_cond_t not_empty;
  pthread_cond_t not_full;
  enum tp_mode mode;
  struct task *ring;
  unsigned capacity;
  unsigned head;
  unsigned count;
  unsigned executed;
  unsigned thread_count;
  pthread_t *threads;
};

/* Caller holds the lock. */
static inline bool ring_push(tpool *pool, struct task task)
{
  if (pool->count == pool->capacity)
    return false;
  pool->ring[(pool->head + pool->count) % pool->capacity] = task;
  pool->count++;
  return true;
}

/* Caller holds the lock. */
static inline bool ring_pop(tpool *pool, struct task *task)
{
  if (pool->count == 0)
    return false;
  *task = pool->ring[pool->head];
  pool->head = (pool->head + 1) % pool->capacity;
  pool->count--;
  return true;
}

/* Waits for a task.  False: the worker is to leave.  Caller holds the lock. */
static bool await_task(tpool *pool, struct task *task)
{
  while (pool->count == 0 && pool->mode == TP_RUNNING)
    pthread_cond_wait(&pool->not_empty, &pool->lock);
  if (pool->mode == TP_DISCARD)
    return false;
  return ring_pop(pool, task);
}

static void *worker_main(void *argument)
{
  tpool *pool = argument;
  struct task task;

  pthread_mutex_lock(&pool->lock);
  while (await_task(pool, &task)) {
    pthread_cond_signal(&pool->not_full);
    pthread_mutex_unlock(&pool->lock);
    task.run(task.argument);
    pthread_mutex_lock(&pool->lock);
    pool->executed++;
  }
  pthread_mutex_unlock(&pool->lock);
  return NULL;
}

/* Tells the workers to leave and collects those that were started. */
static int stop_workers(tpool *pool, enum tp_mode mode)
{
  pthread_mutex_lock(&pool->lock);
  if (pool->mode != TP_RUNNING) {
    pthread_mutex_unlock(&pool->lock);
    return EALREADY;
  }
  pool->mode = mode;
  pthread_cond_broadcast(&pool->not_empty);
  pthread_cond_broadcast(&pool->not_full);
  pthread_mutex_unlock(&pool->lock);
  for (unsigned i = 0; i < pool->thread_count; i++)
    pthread_join(pool->threads[i], NULL);
  return 0;
}

static void release_pool(tpool *pool)
{
  pthread_cond_destroy(&pool->not_full);
  pthread_cond_destroy(&pool->not_empty);
  pthread_mutex_destroy(&pool->lock);
  free(pool->threads);
  free(pool->ring);
  free(pool);
}

static int tpool_create(tpool **out, const struct tp_config *config)
{
  tpool *pool;
  int error = ENOMEM;

  if (config->threads == 0 || config->capacity == 0)
    return EINVAL;
  pool = calloc(1, sizeof *pool);
  if (!pool)
    return ENOMEM;
  pthread_mutex_init(&pool->lock, NULL);
  pthread_cond_init(&pool->not_empty, NULL);
  pthread_cond_init(&pool->not_full, NULL);
  pool->mode = TP_RUNNING;
  pool->capacity = config->capacity;
  pool->ring = calloc(config->capacity, sizeof *pool->ring);
  pool->threads = calloc(config->threads, sizeof *pool->threads);
  if (!pool->ring || !pool->threads)
    goto fail;
  for (unsigned i = 0; i < config->threads; i++) {
    error = pthread_create(&pool->threads[i], NULL, worker_main, pool);
    if (error)
      goto stop;
    pool->thread_count++;
  }
  *out = pool;
  return 0;
stop:
  stop_workers(pool, TP_DISCARD);
fail:
  release_pool(pool);
  return error;
}

/* Queues a task; waits while the ring is full. */
static int tpool_submit(tpool *pool, tp_function run, void *argument)
{
  const struct task task = { run, argument };
  int error = 0;

  pthread_mutex_lock(&pool->lock);
  while (pool->mode == TP_RUNNING && pool->count == pool->capacity)
    pthread_cond_wait(&pool->not_full, &pool->lock);
  if (pool->mode != TP_RUNNING || !ring_push(pool, task))
    error = EPIPE;
  else
    pthread_cond_signal(&pool->not_empty);
  pthread_mutex_unlock(&pool->lock);
  return error;
}

/* Ends the pool.  The handle is invalid afterwards. */
static int tpool_shutdown(tpool *pool, enum tp_mode mode, struct tp_summary *summary)
{
  int error = stop_workers(pool, mode);

  if (error)
    return error;
  summary->executed = pool->executed;
  summary->dropped = pool->count;
  release_pool(pool);
  return 0;
}

/* ---- driver: words per line */

struct line {
  const char *text;
  unsigned words;
  bool done;
};

static void count_words(void *argument)
{
  struct line *line = argument;
  bool inside = false;

  for (const char *c = line->text; *c; c++) {
    if (isspace((unsigned char)*c)) {
      inside = false;
    } else if (!inside) {
      inside = true;
      line->words++;
    }
  }
  line->done = true;
}

int main(void)
{
  static struct line lines[] = {
    { "to be or", 0, false },
    { " not", 0, false },
  };
  const struct tp_config config = { .threads = 2, .capacity = 1 };
  struct tp_summary summary;
  unsigned words = 0;
  tpool *pool = NULL;

  if (tpool_create(&pool, &config) != 0)
    return EXIT_FAILURE;
  for (unsigned i = 0; i < 2; i++) {
    int error = tpool_submit(pool, count_words, &lines[i]);
    assert(error == 0);
  }
  if (tpool_shutdown(pool, TP_DRAIN, &summary) != 0)
    return EXIT_FAILURE;
  for (unsigned i = 0; i < 2; i++) {
    assert(lines[i].done);
    words += lines[i].words;
  }
  assert(words == 4);
  assert(summary.executed == 2 && summary.dropped == 0);
  printf("%u words\n", words);
  return EXIT_SUCCESS;
}
