/*
 * Parallel prefix sums in three phases: each thread sums its block, one thread scans the block sums, each thread writes its
 * part of the result; barriers between the phases.  The numbers are inputs.
 *
 * overflow: UNSAFE.  The inputs are arbitrary ints, and nothing keeps their partial sums in range.  The additions in all
 *   phases may overflow.
 * assert: safe.  Overflow wraps, and wrap-around addition is associative, so the parallel result agrees with the
 *   sequential one, which is computed with unsigned numbers.
 * race: safe.  In each phase a thread writes its own block or its own sum; the scan is done by one thread; barriers separate
 *   the phases.
 * deadlock: safe.  All threads pass both barriers.
 * memory: safe.  Block bounds are computed from constants.  leak, uninit: safe: arrays are filled before they are read and
 *   freed at the end.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define THREADS 2
#define BLOCK 2
#define COUNT (THREADS * BLOCK)

struct scan {
  int *input;
  int *output;
  int block_sum[THREADS];
  int block_offset[THREADS];
  pthread_barrier_t barrier;
  unsigned serial_rounds;
};

struct part {
  pthread_t thread;
  struct scan *scan;
  int index;
};

static struct scan *scan_new(void)
{
  struct scan *s = malloc(sizeof *s);

  if (!s)
    return NULL;
  s->input = malloc(COUNT * sizeof *s->input);
  if (!s->input)
    goto fail;
  s->output = malloc(COUNT * sizeof *s->output);
  if (!s->output)
    goto fail_input;
  for (int i = 0; i < THREADS; i++)
    s->block_sum[i] = s->block_offset[i] = 0;
  s->serial_rounds = 0;
  pthread_barrier_init(&s->barrier, NULL, THREADS);
  return s;

fail_input:
  free(s->input);
fail:
  free(s);
  return NULL;
}

static void scan_free(struct scan *s)
{
  pthread_barrier_destroy(&s->barrier);
  free(s->output);
  free(s->input);
  free(s);
}

static inline int block_first(int index) { return index * BLOCK; }
static inline int block_end(int index) { return (index + 1) * BLOCK; }

/* Phase 1: the sum of one block. */
static int sum_block(const struct scan *s, int index)
{
  int sum = 0;

  for (int i = block_first(index); i < block_end(index); i++)
    sum += s->input[i];
  return sum;
}

/* Phase 2, by one thread: what comes before each block. */
static void scan_sums(struct scan *s)
{
  int running = 0;

  for (int b = 0; b < THREADS; b++) {
    s->block_offset[b] = running;
    running += s->block_sum[b];
  }
  s->serial_rounds++;
}

/* Phase 3: the prefix sums of one block. */
static void write_block(struct scan *s, int index)
{
  int running = s->block_offset[index];

  for (int i = block_first(index); i < block_end(index); i++) {
    running += s->input[i];
    s->output[i] = running;
  }
}

static void *part_main(void *arg)
{
  struct part *p = arg;
  struct scan *s = p->scan;

  s->block_sum[p->index] = sum_block(s, p->index);
  if (pthread_barrier_wait(&s->barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    scan_sums(s);
  pthread_barrier_wait(&s->barrier);
  write_block(s, p->index);
  return NULL;
}

static void check(const struct scan *s)
{
  unsigned running = 0;

  for (int i = 0; i < COUNT; i++) {
    running += (unsigned)s->input[i];
    assert((unsigned)s->output[i] == running);
  }
  assert(s->serial_rounds == 1);
}

int main(void)
{
  struct scan *s = scan_new();
  struct part parts[THREADS];

  if (!s)
    return 1;
  for (int i = 0; i < COUNT; i++) {
    s->input[i] = __VERIFIER_nondet_int();
    s->output[i] = 0;
  }
  for (int i = 0; i < THREADS; i++) {
    parts[i].scan = s;
    parts[i].index = i;
    pthread_create(&parts[i].thread, NULL, part_main, &parts[i]);
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(parts[i].thread, NULL);
  check(s);
  printf("total %d\n", s->output[COUNT - 1]);
  scan_free(s);
  return 0;
}
