/*
 * A heat simulation in lock step: each thread owns a strip of the rod, reads its neighbours' old values and writes its own new
 * ones; a barrier separates the steps, and the thread that the barrier singles out swaps the buffers.
 *
 * race: safe.  Between two barriers the old buffer is only read and the new one written, each cell by its owner.  The swap and
 *   the residual are done by one thread between two barriers.
 * assert: safe.  The result equals that of a sequential run of the same integer arithmetic; heat stays within the bounds of
 *   the initial values.
 * deadlock: safe.  All threads run the same number of steps and meet at the same barriers.
 * memory: safe.  The rod has one fixed cell at either end, so neighbours exist.
 * overflow: safe.  Values stay between 0 and 900.  leak, uninit: safe: both buffers are filled at the start and freed.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 2
#define STRIP 2
#define CELLS (THREADS * STRIP + 2)
#define STEPS 2

struct rod {
  int *now, *next;
  pthread_barrier_t barrier;
  int steps_done;
  int residual[THREADS];
  int worst;
};

struct strip {
  pthread_t thread;
  struct rod *rod;
  int index;
};

static int initial_value(int cell)
{
  return cell == 0 ? 900 : cell == CELLS - 1 ? 300 : 0;
}

static int relax(const int *cells, int i)
{
  return (cells[i - 1] + cells[i] + cells[i + 1]) / 3;
}

static int absolute(int v)
{
  return v < 0 ? -v : v;
}

static int *cells_new(void)
{
  int *cells = malloc(CELLS * sizeof *cells);

  if (cells)
    for (int i = 0; i < CELLS; i++)
      cells[i] = initial_value(i);
  return cells;
}

static int rod_init(struct rod *r)
{
  r->now = cells_new();
  if (!r->now)
    return -1;
  r->next = cells_new();
  if (!r->next) {
    free(r->now);
    return -1;
  }
  pthread_barrier_init(&r->barrier, NULL, THREADS);
  r->steps_done = 0;
  r->worst = 0;
  for (int i = 0; i < THREADS; i++)
    r->residual[i] = 0;
  return 0;
}

static void rod_destroy(struct rod *r)
{
  pthread_barrier_destroy(&r->barrier);
  free(r->now);
  free(r->next);
}

/* One thread's share of a step. */
static void advance_strip(struct rod *r, int index)
{
  int first = 1 + index * STRIP;
  int change = 0;

  for (int i = first; i < first + STRIP; i++) {
    r->next[i] = relax(r->now, i);
    change += absolute(r->next[i] - r->now[i]);
  }
  r->residual[index] = change;
}

/* Between two barriers, by one thread. */
static void finish_step(struct rod *r)
{
  int *old = r->now;
  int sum = 0;

  r->now = r->next;
  r->next = old;
  for (int i = 0; i < THREADS; i++)
    sum += r->residual[i];
  if (sum > r->worst)
    r->worst = sum;
  r->steps_done++;
}

static void *strip_main(void *arg)
{
  struct strip *s = arg;
  struct rod *r = s->rod;

  for (int step = 0; step < STEPS; step++) {
    advance_strip(r, s->index);
    if (pthread_barrier_wait(&r->barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
      finish_step(r);
    pthread_barrier_wait(&r->barrier);
    assert(r->steps_done == step + 1);
  }
  return NULL;
}

/* The same computation by one thread. */
static void reference(int *cells)
{
  int next[CELLS];

  for (int step = 0; step < STEPS; step++) {
    for (int i = 1; i < CELLS - 1; i++)
      next[i] = relax(cells, i);
    for (int i = 1; i < CELLS - 1; i++)
      cells[i] = next[i];
  }
}

int main(void)
{
  struct rod rod;
  struct strip strips[THREADS];
  int *expected = cells_new();

  if (!expected)
    return 1;
  if (rod_init(&rod) < 0) {
    free(expected);
    return 1;
  }
  for (int i = 0; i < THREADS; i++) {
    strips[i].rod = &rod;
    strips[i].index = i;
    pthread_create(&strips[i].thread, NULL, strip_main, &strips[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(strips[i].thread, NULL);

  reference(expected);
  for (int i = 0; i < CELLS; i++) {
    assert(rod.now[i] == expected[i]);
    assert(rod.now[i] >= 0 && rod.now[i] <= 900);
    printf("%d ", rod.now[i]);
  }
  printf("(worst residual %d)\n", rod.worst);
  rod_destroy(&rod);
  free(expected);
  return 0;
}
