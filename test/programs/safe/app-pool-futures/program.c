/*
 * A thread pool with futures: submit returns a handle on which the result can be awaited, or which can be cancelled as
 * long as no worker has begun.  The counterpart of a pool whose shutdown loses wake-ups.
 *
 * assert: safe.  A future goes PENDING -> RUNNING -> DONE or PENDING -> CANCELLED, each step under its lock, so a
 *   cancelled task never runs and a task that ran has the right value.
 * race: safe.  The queue is touched under the pool lock and futures under their own; a task is owned by the worker
 *   that took it; `ran` is atomic.
 * deadlock: safe.  The pool lock and a future's lock are never held together.  Workers wait in a loop for a task or the
 *   stop flag, which is set under the lock and broadcast.  Everyone who waits for a future waits for one that is queued or
 *   running, and the pool is drained before the workers leave.
 * memory, leak: safe.  A future has two references (submitter, task), the one who drops the last frees it; a task is
 *   freed by its worker.
 * overflow, uninit: safe.  Small numbers; all fields are set at creation.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define WORKERS 2
#define TASKS 4

enum future_state { PENDING, RUNNING, DONE, CANCELLED };

typedef long (*task_fn)(long);

struct future {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  enum future_state state;
  int refs;
  long value;
};

struct task {
  task_fn fn;
  long argument;
  struct future *future;
  struct task *next;
};

struct pool {
  pthread_mutex_t lock;
  pthread_cond_t work;
  struct task *first, **last;
  bool stop;
  pthread_t workers[WORKERS];
};

static atomic_int ran;

/* ---- futures */

static struct future *future_new(void)
{
  struct future *f = malloc(sizeof *f);
  if (!f)
    abort();
  pthread_mutex_init(&f->lock, NULL);
  pthread_cond_init(&f->changed, NULL);
  f->state = PENDING;
  f->refs = 2;
  f->value = 0;
  return f;
}

static void future_put(struct future *f)
{
  pthread_mutex_lock(&f->lock);
  bool last = --f->refs == 0;
  pthread_mutex_unlock(&f->lock);
  if (last) {
    pthread_cond_destroy(&f->changed);
    pthread_mutex_destroy(&f->lock);
    free(f);
  }
}

static bool future_begin(struct future *f)
{
  pthread_mutex_lock(&f->lock);
  bool go = f->state == PENDING;
  if (go)
    f->state = RUNNING;
  pthread_mutex_unlock(&f->lock);
  return go;
}

static void future_finish(struct future *f, long value)
{
  pthread_mutex_lock(&f->lock);
  assert(f->state == RUNNING);
  f->state = DONE;
  f->value = value;
  pthread_cond_broadcast(&f->changed);
  pthread_mutex_unlock(&f->lock);
}

static bool future_cancel(struct future *f)
{
  pthread_mutex_lock(&f->lock);
  bool cancelled = f->state == PENDING;
  if (cancelled)
    f->state = CANCELLED;
  pthread_mutex_unlock(&f->lock);
  return cancelled;
}

/* Waits for the end of the task; false if it was cancelled. */
static bool future_get(struct future *f, long *value)
{
  pthread_mutex_lock(&f->lock);
  while (f->state == PENDING || f->state == RUNNING)
    pthread_cond_wait(&f->changed, &f->lock);
  bool ok = f->state == DONE;
  if (ok)
    *value = f->value;
  pthread_mutex_unlock(&f->lock);
  return ok;
}

/* ---- the pool */

static void *worker_main(void *arg)
{
  struct pool *p = arg;

  for (;;) {
    pthread_mutex_lock(&p->lock);
    while (!p->first && !p->stop)
      pthread_cond_wait(&p->work, &p->lock);
    struct task *t = p->first;
    if (!t) {
      pthread_mutex_unlock(&p->lock);
      return NULL;
    }
    p->first = t->next;
    if (!p->first)
      p->last = &p->first;
    pthread_mutex_unlock(&p->lock);

    if (future_begin(t->future)) {
      atomic_fetch_add(&ran, 1);
      future_finish(t->future, t->fn(t->argument));
    }
    future_put(t->future);
    free(t);
  }
}

static void pool_start(struct pool *p)
{
  pthread_mutex_init(&p->lock, NULL);
  pthread_cond_init(&p->work, NULL);
  p->first = NULL;
  p->last = &p->first;
  p->stop = false;
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&p->workers[i], NULL, worker_main, p);
}

static struct future *pool_submit(struct pool *p, task_fn fn, long argument)
{
  struct task *t = malloc(sizeof *t);
  if (!t)
    abort();
  struct future *f = future_new();
  t->fn = fn;
  t->argument = argument;
  t->future = f;
  t->next = NULL;
  pthread_mutex_lock(&p->lock);
  *p->last = t;
  p->last = &t->next;
  pthread_cond_signal(&p->work);
  pthread_mutex_unlock(&p->lock);
  return f;
}

static void pool_stop(struct pool *p)
{
  pthread_mutex_lock(&p->lock);
  p->stop = true;
  pthread_cond_broadcast(&p->work);
  pthread_mutex_unlock(&p->lock);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(p->workers[i], NULL);
  pthread_cond_destroy(&p->work);
  pthread_mutex_destroy(&p->lock);
}

/* ---- tasks */

static long square(long n) { return n * n; }

static long triangle(long n)
{
  long sum = 0;
  while (n > 0)
    sum += n--;
  return sum;
}

static const struct {
  task_fn fn;
  long argument, expected;
} plan[TASKS] = {
  { square, 3, 9 }, { triangle, 3, 6 }, { square, 5, 25 }, { triangle, 2, 3 },
};

int main(void)
{
  struct pool pool;
  struct future *futures[TASKS];
  int done = 0;

  pool_start(&pool);
  for (int i = 0; i < TASKS; i++)
    futures[i] = pool_submit(&pool, plan[i].fn, plan[i].argument);
  bool cancelled = future_cancel(futures[TASKS - 1]);
  for (int i = 0; i < TASKS; i++) {
    long value = 0;
    bool ok = future_get(futures[i], &value);
    assert(ok == !(cancelled && i == TASKS - 1));
    assert(!ok || value == plan[i].expected);
    done += ok;
    future_put(futures[i]);
  }
  pool_stop(&pool);
  assert(atomic_load(&ran) == done);
  printf("%d of %d tasks ran%s\n", done, TASKS, cancelled ? ", the last was cancelled" : "");
  return 0;
}
