/*
 * The work-stealing deque of Chase and Lev with C11 orders and a circular array that grows: the owner pushes and pops at
 * the bottom, thieves steal at the top.  Old arrays are kept until the deque is destroyed, since a thief may still read one.
 *
 * The driver: an owner pushes three tasks into a deque of two, so that it grows, and pops until it is empty; a thief
 * tries twice.
 *
 * assert: safe.  A task below the last is the owner's alone; for the last one owner and thief compete by compare-exchange
 *   on `top`, and a thief's exchange fails if any thread has taken its element since it read `top`.  Growing copies the elements from
 *   top to bottom under the same indexes.  Each task runs once, and the owner leaves when none is left to take.
 * race: safe.  Indexes, slots and the pointer to the array are atomics.  A task's fields are written before the release fence of
 *   push, whose store to `bottom` (or a later one of the owner) a thief reads with acquire.  The new array is filled before the
 *   release store that publishes it; its size is read through that pointer only.  Main reads the results after the joins.
 * memory: safe.  Slots are taken modulo the size of their own array, arrays live until both threads are joined.
 * deadlock: safe.  No locks; no loop waits.  leak: safe, destroy walks the chain of arrays.
 * overflow, uninit: safe.  Indexes are small; slots are initialised when an array is made.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- deque */

struct ring {
  long size;
  struct ring *older;
  _Atomic(void *) slots[];
};

struct ws_deque {
  atomic_long top;
  atomic_long bottom;
  _Atomic(struct ring *) ring;
};

enum steal_result { STEAL_OK, STEAL_EMPTY, STEAL_LOST };

static struct ring *ring_new(long size, struct ring *older)
{
  struct ring *r = malloc(sizeof *r + (size_t)size * sizeof r->slots[0]);

  if (!r)
    return NULL;
  r->size = size;
  r->older = older;
  for (long i = 0; i < size; i++)
    atomic_init(&r->slots[i], NULL);
  return r;
}

static inline void ring_put(struct ring *r, long index, void *item)
{
  atomic_store_explicit(&r->slots[index % r->size], item, memory_order_relaxed);
}

static inline void *ring_get(struct ring *r, long index)
{
  return atomic_load_explicit(&r->slots[index % r->size], memory_order_relaxed);
}

static int deque_init(struct ws_deque *d, long size)
{
  struct ring *r = ring_new(size, NULL);

  if (!r)
    return -1;
  atomic_init(&d->top, 0);
  atomic_init(&d->bottom, 0);
  atomic_init(&d->ring, r);
  return 0;
}

static void deque_destroy(struct ws_deque *d)
{
  struct ring *r = atomic_load_explicit(&d->ring, memory_order_relaxed);

  while (r) {
    struct ring *older = r->older;

    free(r);
    r = older;
  }
}

/* Owner only: twice the room, the same elements under the same indexes. */
static struct ring *deque_grow(struct ws_deque *d, struct ring *old, long top, long bottom)
{
  struct ring *r = ring_new(old->size * 2, old);

  if (!r)
    return NULL;
  for (long i = top; i < bottom; i++)
    ring_put(r, i, ring_get(old, i));
  atomic_store_explicit(&d->ring, r, memory_order_release);
  return r;
}

/* Owner only. */
static bool deque_push(struct ws_deque *d, void *item)
{
  long b = atomic_load_explicit(&d->bottom, memory_order_relaxed);
  long t = atomic_load_explicit(&d->top, memory_order_acquire);
  struct ring *r = atomic_load_explicit(&d->ring, memory_order_relaxed);

  if (b - t >= r->size) {
    r = deque_grow(d, r, t, b);
    if (!r)
      return false;
  }
  ring_put(r, b, item);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&d->bottom, b + 1, memory_order_relaxed);
  return true;
}

/* Owner only.  NULL: the deque is empty. */
static void *deque_pop(struct ws_deque *d)
{
  long b = atomic_load_explicit(&d->bottom, memory_order_relaxed) - 1;
  struct ring *r = atomic_load_explicit(&d->ring, memory_order_relaxed);
  void *item = NULL;
  long t;

  atomic_store_explicit(&d->bottom, b, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  t = atomic_load_explicit(&d->top, memory_order_relaxed);
  if (t <= b) {
    item = ring_get(r, b);
    if (t < b)
      return item;
    if (!atomic_compare_exchange_strong_explicit(&d->top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
      item = NULL;
  }
  atomic_store_explicit(&d->bottom, b + 1, memory_order_relaxed);
  return item;
}

/* Any thread. */
static enum steal_result deque_steal(struct ws_deque *d, void **item)
{
  long t = atomic_load_explicit(&d->top, memory_order_acquire);
  struct ring *r;
  void *found;
  long b;

  atomic_thread_fence(memory_order_seq_cst);
  b = atomic_load_explicit(&d->bottom, memory_order_acquire);
  if (t >= b)
    return STEAL_EMPTY;
  r = atomic_load_explicit(&d->ring, memory_order_acquire);
  found = ring_get(r, t);
  if (!atomic_compare_exchange_strong_explicit(&d->top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
    return STEAL_LOST;
  *item = found;
  return STEAL_OK;
}

/* ---- driver */

#define TASKS 3
#define ATTEMPTS 2

struct task {
  unsigned number;
  unsigned runs;
  unsigned result;
};

struct worker_stats {
  unsigned ran;
  unsigned lost;
};

static struct ws_deque deque;
static struct task tasks[TASKS];
static struct worker_stats owner_stats, thief_stats;

static void task_run(struct task *task, struct worker_stats *stats)
{
  task->runs++;
  task->result = task->number * task->number + 1;
  stats->ran++;
}

static void *owner_main(void *argument)
{
  struct task *task;

  (void)argument;
  for (unsigned i = 0; i < TASKS; i++) {
    tasks[i].number = i + 1;
    if (!deque_push(&deque, &tasks[i]))
      task_run(&tasks[i], &owner_stats);
  }
  while ((task = deque_pop(&deque)))
    task_run(task, &owner_stats);
  return NULL;
}

static void *thief_main(void *argument)
{
  (void)argument;
  for (int i = 0; i < ATTEMPTS; i++) {
    void *item = NULL;

    switch (deque_steal(&deque, &item)) {
    case STEAL_OK:
      task_run(item, &thief_stats);
      break;
    case STEAL_LOST:
      thief_stats.lost++;
      break;
    case STEAL_EMPTY:
      break;
    }
  }
  return NULL;
}

int main(void)
{
  pthread_t owner, thief;
  unsigned sum = 0;

  if (deque_init(&deque, 2) != 0)
    return EXIT_FAILURE;
  pthread_create(&owner, NULL, owner_main, NULL);
  pthread_create(&thief, NULL, thief_main, NULL);
  pthread_join(owner, NULL);
  pthread_join(thief, NULL);
  for (unsigned i = 0; i < TASKS; i++) {
    assert(tasks[i].runs == 1);
    sum += tasks[i].result;
  }
  assert(sum == 17);
  assert(owner_stats.ran + thief_stats.ran == TASKS);
  assert(thief_stats.ran + thief_stats.lost <= ATTEMPTS);
  printf("owner %u, thief %u\n", owner_stats.ran, thief_stats.ran);
  deque_destroy(&deque);
  return EXIT_SUCCESS;
}
