/*
 * Work stealing: each worker has a double-ended queue of tasks; the owner pushes and pops at the bottom without a lock, idle
 * workers steal from the top with a compare-exchange.
 *
 * assert: safe.  The last task of a deque goes to the owner or a thief, whichever wins the compare-exchange on `top`; every
 *   task runs exactly once, and the tree sum is right.
 * race: safe.  Indices and slots are sequentially consistent atomics.  A task's fields are written before it is pushed and
 *   only read after it was taken; sums are atomic.
 * memory: safe.  A deque has room for all tasks that exist, and indices are masked; tasks live in a static array.
 * deadlock: safe.  Workers spin (yielding) until no task is outstanding; a running task ends, so the loop does.
 * overflow, leak, uninit: safe.  Indices stay small; no heap.
 */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#define WORKERS 2
#define DEPTH 2
#define MAX_TASKS 8 /* 2^(DEPTH+1) - 1 are needed */
#define SIZE 8      /* per deque, a power of two */
#define NONE (-1)

struct task {
  int depth;
  unsigned value;
  atomic_uint runs;
};

struct deque {
  atomic_int top, bottom;
  atomic_int slots[SIZE];
};

struct worker {
  pthread_t thread;
  int id;
  struct deque deque;
  unsigned executed, stolen;
};

static struct task tasks[MAX_TASKS];
static atomic_int task_count;
static atomic_int outstanding;
static atomic_uint total;
static struct worker workers[WORKERS];

/* ---- deque */

static void deque_init(struct deque *d)
{
  atomic_init(&d->top, 0);
  atomic_init(&d->bottom, 0);
  for (int i = 0; i < SIZE; i++)
    atomic_init(&d->slots[i], NONE);
}

static void deque_push(struct deque *d, int task)
{
  int b = atomic_load(&d->bottom);

  atomic_store(&d->slots[b & (SIZE - 1)], task);
  atomic_store(&d->bottom, b + 1);
}

static int deque_pop(struct deque *d)
{
  int b = atomic_load(&d->bottom) - 1;
  int t, task;

  atomic_store(&d->bottom, b);
  t = atomic_load(&d->top);
  if (t > b) {
    atomic_store(&d->bottom, b + 1);
    return NONE;
  }
  task = atomic_load(&d->slots[b & (SIZE - 1)]);
  if (t == b) {
    if (!atomic_compare_exchange_strong(&d->top, &t, t + 1))
      task = NONE;
    atomic_store(&d->bottom, b + 1);
  }
  return task;
}

static int deque_steal(struct deque *d)
{
  int t = atomic_load(&d->top);
  int b = atomic_load(&d->bottom);
  int task;

  if (t >= b)
    return NONE;
  task = atomic_load(&d->slots[t & (SIZE - 1)]);
  if (!atomic_compare_exchange_strong(&d->top, &t, t + 1))
    return NONE;
  return task;
}

/* ---- tasks: a binary tree of numbers */

static void spawn(struct worker *w, int depth, unsigned value)
{
  int index = atomic_fetch_add(&task_count, 1);

  assert(index < MAX_TASKS);
  tasks[index].depth = depth;
  tasks[index].value = value;
  atomic_fetch_add(&outstanding, 1);
  deque_push(&w->deque, index);
}

static void run_task(struct worker *w, int index)
{
  struct task *t = &tasks[index];
  unsigned before = atomic_fetch_add(&t->runs, 1);

  assert(before == 0);
  w->executed++;
  atomic_fetch_add(&total, t->value);
  if (t->depth > 0) {
    spawn(w, t->depth - 1, t->value * 2);
    spawn(w, t->depth - 1, t->value * 2 + 1);
  }
  atomic_fetch_sub(&outstanding, 1);
}

static int find_work(struct worker *w)
{
  int task = deque_pop(&w->deque);

  for (int i = 1; task == NONE && i < WORKERS; i++) {
    task = deque_steal(&workers[(w->id + i) % WORKERS].deque);
    if (task != NONE)
      w->stolen++;
  }
  return task;
}

static void *worker_main(void *arg)
{
  struct worker *w = arg;

  while (atomic_load(&outstanding) > 0) {
    int task = find_work(w);
    if (task != NONE)
      run_task(w, task);
    else
      sched_yield();
  }
  return NULL;
}

int main(void)
{
  unsigned executed = 0, stolen = 0, expected = 0;

  for (int i = 0; i < WORKERS; i++) {
    workers[i].id = i;
    workers[i].executed = workers[i].stolen = 0;
    deque_init(&workers[i].deque);
  }
  spawn(&workers[0], DEPTH, 1);
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&workers[i].thread, NULL, worker_main, &workers[i]);
  for (int i = 0; i < WORKERS; i++) {
    pthread_join(workers[i].thread, NULL);
    executed += workers[i].executed;
    stolen += workers[i].stolen;
  }
  /* The nodes are numbered like a heap: 1 .. 2^(DEPTH+1) - 1. */
  for (unsigned v = 1; v < 2u << DEPTH; v++)
    expected += v;
  assert(executed == (2u << DEPTH) - 1);
  assert(atomic_load(&task_count) == (int)executed);
  assert(atomic_load(&total) == expected);
  printf("%u tasks, %u stolen, total %u\n", executed, stolen, expected);
  return 0;
}
