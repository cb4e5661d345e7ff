/*
 * Heat in a rod, solved by two workers in phases: each owns a range of cells, computes new values from the old ones, waits at a
 * barrier, and the fields change roles.  The barrier is made of a mutex, a condition variable and a generation number; the
 * last to arrive runs a serial section (the sum of the residuals and the decision whether to stop) before it lets the others go.
 *
 * assert: safe.  All workers make the same number of iterations, since the decision is taken once per phase, before any thread leaves
 *   the barrier.  The arithmetic is that of one thread: the same cells from the same old values, so the final field is the
 *   one main computes by itself.
 * race: safe.  In a phase the old field is only read and each cell of the new one is written by its owner.  The barrier's
 *   lock orders all accesses before it with all after it; the serial section runs under that lock.
 * deadlock: safe.  A waiter leaves when the generation has changed; it is changed under the lock, by the last to
 *   arrive, and broadcast.  An early arrival at the next barrier finds the count at zero again.
 * memory: safe.  Ranges lie inside the rod, neighbours inside the field with its two borders.
 * leak: safe.  Both fields are freed.  overflow, uninit: safe; the values stay below 2^12, all cells are set at first.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORKERS 2
#define CELLS 4 /* without borders */
#define MAX_ITERATIONS 3

/* ---- a barrier with a serial section */

struct barrier {
  pthread_mutex_t lock;
  pthread_cond_t turn;
  unsigned parties;
  unsigned arrived;
  unsigned generation;
};

static void barrier_init(struct barrier *b, unsigned parties)
{
  pthread_mutex_init(&b->lock, NULL);
  pthread_cond_init(&b->turn, NULL);
  b->parties = parties;
  b->arrived = 0;
  b->generation = 0;
}

static void barrier_destroy(struct barrier *b)
{
  pthread_cond_destroy(&b->turn);
  pthread_mutex_destroy(&b->lock);
}

/* True for the one that ran the serial section. */
static bool barrier_wait(struct barrier *b, void (*serial)(void *context), void *context)
{
  bool is_last;
  unsigned generation;

  pthread_mutex_lock(&b->lock);
  generation = b->generation;
  is_last = ++b->arrived == b->parties;
  if (is_last) {
    serial(context);
    b->arrived = 0;
    b->generation++;
    pthread_cond_broadcast(&b->turn);
  } else {
    while (generation == b->generation)
      pthread_cond_wait(&b->turn, &b->lock);
  }
  pthread_mutex_unlock(&b->lock);
  return is_last;
}

/* ---- solver */

typedef int fixed; /* with 4 binary places */

struct solver {
  struct barrier barrier;
  fixed *old;
  fixed *new;
  fixed residuals[WORKERS];
  fixed tolerance;
  unsigned iterations;
  bool finished;
};

struct range {
  struct solver *solver;
  unsigned index;
  unsigned from, to; /* cells from .. to - 1 */
  unsigned iterations;
};

static fixed *field_new(void)
{
  fixed *f = calloc(CELLS + 2, sizeof *f);

  if (!f)
    return NULL;
  f[0] = 64 << 4;
  return f;
}

static inline fixed relax(const fixed *f, unsigned i)
{
  return (f[i - 1] + 2 * f[i] + f[i + 1]) / 4;
}

static fixed sweep(const fixed *from, fixed *to, unsigned first, unsigned last)
{
  fixed residual = 0;

  for (unsigned i = first; i < last; i++) {
    fixed change;

    to[i] = relax(from, i);
    change = to[i] - from[i];
    residual += change < 0 ? -change : change;
  }
  return residual;
}

/* Serial section: every thread is at the barrier. */
static void end_of_phase(void *context)
{
  struct solver *s = context;
  fixed *old = s->old;
  fixed sum = 0;

  for (unsigned i = 0; i < WORKERS; i++)
    sum += s->residuals[i];
  s->old = s->new;
  s->new = old;
  s->iterations++;
  s->finished = sum <= s->tolerance || s->iterations == MAX_ITERATIONS;
}

static void *worker_main(void *argument)
{
  struct range *r = argument;
  struct solver *s = r->solver;

  while (!s->finished) {
    s->residuals[r->index] = sweep(s->old, s->new, r->from, r->to);
    r->iterations++;
    barrier_wait(&s->barrier, end_of_phase, s);
  }
  return NULL;
}

static int solver_init(struct solver *s, fixed tolerance)
{
  s->old = field_new();
  s->new = field_new();
  if (!s->old || !s->new) {
    free(s->old);
    free(s->new);
    return -1;
  }
  barrier_init(&s->barrier, WORKERS);
  for (unsigned i = 0; i < WORKERS; i++)
    s->residuals[i] = 0;
  s->tolerance = tolerance;
  s->iterations = 0;
  s->finished = false;
  return 0;
}

static void solver_destroy(struct solver *s)
{
  barrier_destroy(&s->barrier);
  free(s->old);
  free(s->new);
}

/* ---- driver */

/* What one thread computes. */
static unsigned solve_alone(fixed *field, fixed tolerance)
{
  fixed next[CELLS + 2];
  unsigned iterations = 0;
  fixed residual;

  memcpy(next, field, sizeof next);
  do {
    residual = sweep(field, next, 1, CELLS + 1);
    memcpy(field, next, sizeof next);
    iterations++;
  } while (residual > tolerance && iterations < MAX_ITERATIONS);
  return iterations;
}

int main(void)
{
  struct solver solver;
  struct range ranges[WORKERS];
  pthread_t threads[WORKERS];
  fixed expected[CELLS + 2] = { 64 << 4 };
  unsigned iterations = solve_alone(expected, 16);

  if (solver_init(&solver, 16) != 0)
    return EXIT_FAILURE;
  for (unsigned i = 0; i < WORKERS; i++) {
    ranges[i] = (struct range){ &solver, i, 1 + i * CELLS / WORKERS, 1 + (i + 1) * CELLS / WORKERS, 0 };
    pthread_create(&threads[i], NULL, worker_main, &ranges[i]);
  }
  for (unsigned i = 0; i < WORKERS; i++) {
    pthread_join(threads[i], NULL);
    assert(ranges[i].iterations == iterations);
  }
  assert(solver.iterations == iterations);
  for (unsigned i = 1; i <= CELLS; i++)
    assert(solver.old[i] == expected[i]);
  printf("%u iterations, first cell %d\n", iterations, solver.old[1] >> 4);
  solver_destroy(&solver);
  return EXIT_SUCCESS;
}
