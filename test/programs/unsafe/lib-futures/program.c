/*
 * Futures with continuations: a producer fulfils a promise; future_then() attaches a function to be called with the value, at once if
 * it is there already, and returns a future for the function's result.
 *
 * The bug: future_then() checks `done` before it takes the lock, as a short cut, and does not look again under the lock.
 * If the promise is fulfilled in between, the continuation is put into a list that no thread will read again.
 *
 * deadlock: UNSAFE.  The derived future is never fulfilled: main waits for it in future_get, the producer has ended.
 * assert: safe.  A continuation that is called gets the value and is called once: by the producer if it was in the list
 *   when the promise was fulfilled, by the caller of future_then if it saw `done`.  6 * 7 + 1 is 43.
 * race: safe.  `done` is atomic (release store after the value, acquire load before it is read); the list and the waiting are under the
 *   lock; a continuation belongs to the thread that has taken it.
 * memory: safe.  Futures are reference-counted: the producer, the continuation and main have a reference each.
 * leak: safe.  Every reference is dropped on the way to the end of main; the run that loses a continuation does not end.
 * overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- futures */

struct future;

typedef long (*future_function)(long value, void *context);

struct continuation {
  struct continuation *next;
  future_function function;
  void *context;
  struct future *result; /* owns a reference */
};

struct future {
  atomic_uint references;
  pthread_mutex_t lock;
  pthread_cond_t fulfilled;
  atomic_bool done;
  long value;
  struct continuation *continuations;
};

static struct future *future_new(void)
{
  struct future *f = malloc(sizeof *f);

  if (!f)
    return NULL;
  atomic_init(&f->references, 1);
  pthread_mutex_init(&f->lock, NULL);
  pthread_cond_init(&f->fulfilled, NULL);
  atomic_init(&f->done, false);
  f->value = 0;
  f->continuations = NULL;
  return f;
}

static struct future *future_ref(struct future *f)
{
  atomic_fetch_add_explicit(&f->references, 1, memory_order_relaxed);
  return f;
}

static void future_unref(struct future *f)
{
  if (atomic_fetch_sub_explicit(&f->references, 1, memory_order_acq_rel) != 1)
    return;
  assert(!f->continuations);
  pthread_cond_destroy(&f->fulfilled);
  pthread_mutex_destroy(&f->lock);
  free(f);
}

static void future_fulfil(struct future *f, long value);

static void continuation_run(struct continuation *c, long value)
{
  future_fulfil(c->result, c->function(value, c->context));
  future_unref(c->result);
  free(c);
}

/* Producer: sets the value, wakes waiters and calls the continuations. */
static void future_fulfil(struct future *f, long value)
{
  struct continuation *list;

  pthread_mutex_lock(&f->lock);
  f->value = value;
  atomic_store_explicit(&f->done, true, memory_order_release);
  list = f->continuations;
  f->continuations = NULL;
  pthread_cond_broadcast(&f->fulfilled);
  pthread_mutex_unlock(&f->lock);
  while (list) {
    struct continuation *next = list->next;

    continuation_run(list, value);
    list = next;
  }
}

static long future_get(struct future *f)
{
  long value;

  pthread_mutex_lock(&f->lock);
  while (!atomic_load_explicit(&f->done, memory_order_relaxed))
    pthread_cond_wait(&f->fulfilled, &f->lock);
  value = f->value;
  pthread_mutex_unlock(&f->lock);
  return value;
}

/* A future for function(value of f).  NULL: out of memory. */
static struct future *future_then(struct future *f, future_function function, void *context)
{
  struct future *result = future_new();
  struct continuation *c;

  if (!result)
    return NULL;
  c = malloc(sizeof *c);
  if (!c) {
    future_unref(result);
    return NULL;
  }
  c->function = function;
  c->context = context;
  c->result = future_ref(result);
  if (atomic_load_explicit(&f->done, memory_order_acquire)) {
    continuation_run(c, f->value);
    return result;
  }
  pthread_mutex_lock(&f->lock);
  c->next = f->continuations;
  f->continuations = c;
  pthread_mutex_unlock(&f->lock);
  return result;
}

/* ---- tasks on threads */

struct async_task {
  struct future *promise;
  long (*body)(long argument);
  long argument;
};

static void *async_main(void *argument)
{
  struct async_task *task = argument;

  future_fulfil(task->promise, task->body(task->argument));
  future_unref(task->promise);
  free(task);
  return NULL;
}

static struct future *async(pthread_t *thread, long (*body)(long), long argument)
{
  struct async_task *task = malloc(sizeof *task);
  struct future *f;

  if (!task)
    return NULL;
  f = future_new();
  if (!f)
    goto no_future;
  task->promise = future_ref(f);
  task->body = body;
  task->argument = argument;
  if (pthread_create(thread, NULL, async_main, task) != 0)
    goto no_thread;
  return f;
no_thread:
  future_unref(f);
  future_unref(f);
no_future:
  free(task);
  return NULL;
}

/* ---- driver */

static long times_seven(long n)
{
  return n * 7;
}

static long plus(long value, void *context)
{
  return value + *(const long *)context;
}

int main(void)
{
  static const long one = 1;
  pthread_t thread;
  struct future *product = async(&thread, times_seven, 6);
  struct future *sum;
  long result;

  if (!product)
    return EXIT_FAILURE;
  sum = future_then(product, plus, (void *)&one);
  if (!sum)
    return EXIT_FAILURE;
  result = future_get(sum);
  assert(result == 43);
  pthread_join(thread, NULL);
  result = future_get(product);
  assert(result == 42);
  future_unref(sum);
  future_unref(product);
  printf("%ld\n", result);
  return EXIT_SUCCESS;
}
