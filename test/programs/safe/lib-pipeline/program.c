/*
 * A pipeline of queues: main feeds lines, two parsers turn them into samples, one aggregator sums them per key.  A stage is
 * a table of functions run by some threads between an input and an output queue; a queue ends when all its producers have
 * left and it is empty.  Lines that cannot be parsed are counted and dropped.
 *
 * assert: safe.  A queue hands out each item once, under its lock, and reports its end only when it is empty and has no
 *   producers; producers leave after their last push.  The three lines reach one parser each; the two good ones reach the
 *   aggregator, so the sums are 5 and 7 and one line was malformed, whatever the order.
 * race: safe.  Queues are accessed under their locks, an item belongs to the thread that has taken it.  The error counter is
 *   atomic.  The sums are the aggregator's and read after its join.
 * deadlock: safe.  One lock at a time.  A pop waits in a loop while the queue is empty and has producers; push signals, the last
 *   producer to leave broadcasts, both under the lock.
 * memory: safe.  Items are freed by the stage that takes them; queues are destroyed after all threads were joined.
 * leak: safe.  The aggregator frees each sample, a parser each line.  overflow: safe, values have up to three digits.
 * uninit: safe.
 */
#include <assert.h>
#include <ctype.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- queues that end */

struct item {
  struct item *next;
};

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct item *head;
  struct item **tail;
  unsigned producers;
};

static void queue_init(struct queue *q, unsigned producers)
{
  pthread_mutex_init(&q->lock, NULL);
  pthread_cond_init(&q->changed, NULL);
  q->head = NULL;
  q->tail = &q->head;
  q->producers = producers;
}

static void queue_destroy(struct queue *q)
{
  assert(!q->head && q->producers == 0);
  pthread_cond_destroy(&q->changed);
  pthread_mutex_destroy(&q->lock);
}

static void queue_push(struct queue *q, struct item *item)
{
  item->next = NULL;
  pthread_mutex_lock(&q->lock);
  *q->tail = item;
  q->tail = &item->next;
  pthread_cond_signal(&q->changed);
  pthread_mutex_unlock(&q->lock);
}

/* NULL: the queue has ended. */
static struct item *queue_pop(struct queue *q)
{
  struct item *item;

  pthread_mutex_lock(&q->lock);
  while (!q->head && q->producers > 0)
    pthread_cond_wait(&q->changed, &q->lock);
  item = q->head;
  if (item) {
    q->head = item->next;
    if (!q->head)
      q->tail = &q->head;
  }
  pthread_mutex_unlock(&q->lock);
  return item;
}

static void queue_leave(struct queue *q)
{
  pthread_mutex_lock(&q->lock);
  if (--q->producers == 0)
    pthread_cond_broadcast(&q->changed);
  pthread_mutex_unlock(&q->lock);
}

/* ---- stages */

#define STAGE_THREADS 2

struct stage_ops {
  const char *name;
  /* Takes over the item; returns one for the next stage, or NULL. */
  struct item *(*process)(void *state, struct item *item);
};

struct stage {
  const struct stage_ops *ops;
  void *state;
  struct queue *in;
  struct queue *out; /* NULL: the last stage */
  unsigned thread_count;
  pthread_t threads[STAGE_THREADS];
};

static void *stage_main(void *argument)
{
  struct stage *s = argument;
  struct item *item;

  while ((item = queue_pop(s->in))) {
    item = s->ops->process(s->state, item);
    if (item)
      queue_push(s->out, item);
  }
  if (s->out)
    queue_leave(s->out);
  return NULL;
}

static int stage_start(struct stage *s)
{
  for (unsigned i = 0; i < s->thread_count; i++) {
    int error = pthread_create(&s->threads[i], NULL, stage_main, s);

    if (error)
      return error;
  }
  return 0;
}

static void stage_join(struct stage *s)
{
  for (unsigned i = 0; i < s->thread_count; i++)
    pthread_join(s->threads[i], NULL);
}

/* ---- parsing: "key=value" */

struct line {
  struct item item;
  char text[8];
};

struct sample {
  struct item item;
  char key;
  unsigned value;
};

struct parse_state {
  atomic_uint malformed;
};

static bool parse_line(const char *text, char *key, unsigned *value)
{
  unsigned v = 0;

  if (!islower((unsigned char)text[0]) || text[1] != '=' || !text[2])
    return false;
  for (const char *c = text + 2; *c; c++) {
    if (!isdigit((unsigned char)*c))
      return false;
    v = v * 10 + (unsigned)(*c - '0');
  }
  *key = text[0];
  *value = v;
  return true;
}

static struct item *parse_process(void *state, struct item *item)
{
  struct parse_state *p = state;
  struct line *line = (struct line *)item;
  struct sample *sample = NULL;
  char key;
  unsigned value;

  if (!parse_line(line->text, &key, &value)) {
    atomic_fetch_add_explicit(&p->malformed, 1, memory_order_relaxed);
    goto out;
  }
  sample = malloc(sizeof *sample);
  if (sample) {
    sample->key = key;
    sample->value = value;
  }
out:
  free(line);
  return sample ? &sample->item : NULL;
}

/* ---- summing */

struct sums {
  unsigned by_key[26];
  unsigned samples;
};

static struct item *sum_process(void *state, struct item *item)
{
  struct sums *sums = state;
  struct sample *sample = (struct sample *)item;

  sums->by_key[sample->key - 'a'] += sample->value;
  sums->samples++;
  free(sample);
  return NULL;
}

static const struct stage_ops parse_ops = { "parse", parse_process };
static const struct stage_ops sum_ops = { "sum", sum_process };

/* ---- driver */

static bool feed(struct queue *q, const char *text)
{
  struct line *line = malloc(sizeof *line);

  if (!line)
    return false;
  strncpy(line->text, text, sizeof line->text - 1);
  line->text[sizeof line->text - 1] = '\0';
  queue_push(q, &line->item);
  return true;
}

int main(void)
{
  static const char *const input[] = { "a=5", "b=x", "b=7" };
  static struct parse_state parsing;
  static struct sums sums;
  struct queue lines, samples;
  struct stage parse = { &parse_ops, &parsing, &lines, &samples, 2, { 0 } };
  struct stage sum = { &sum_ops, &sums, &samples, NULL, 1, { 0 } };

  queue_init(&lines, 1);
  queue_init(&samples, parse.thread_count);
  if (stage_start(&parse) != 0 || stage_start(&sum) != 0)
    return EXIT_FAILURE;
  for (size_t i = 0; i < sizeof input / sizeof input[0]; i++)
    if (!feed(&lines, input[i]))
      break;
  queue_leave(&lines);
  stage_join(&parse);
  stage_join(&sum);
  queue_destroy(&lines);
  queue_destroy(&samples);
  assert(sums.samples == 2);
  assert(sums.by_key[0] == 5 && sums.by_key[1] == 7);
  assert(atomic_load(&parsing.malformed) == 1);
  printf("a %u, b %u\n", sums.by_key[0], sums.by_key[1]);
  return EXIT_SUCCESS;
}
