/*
 * A configuration that is read often and changed rarely, under a sequence lock: a writer makes the sequence number odd, stores the new
 * words, makes it even again; a reader copies the words and tries again if the number was odd or has changed.  Writers
 * exclude one another by a mutex.  The words are relaxed atomics, the order is made by fences.
 *
 * The driver: an administrator applies two updates, of which the second fails its validation and leaves the configuration
 * alone, a tuner applies one; a request takes a snapshot.
 *
 * assert: safe.  A snapshot whose number was even and unchanged was taken while no writer was at work, so it is one of the
 *   configurations that were published: `high` is above `low`, and their checksum is right.  An update starts from the
 *   current configuration, under the mutex, so that no change is lost: at the end both are there.
 * race: safe.  The shared words and the number are atomic.  What the writers count is under their mutex.
 * deadlock: safe.  The mutex is released on every path.  A reader repeats only while a writer is at work or after it has been;
 *   there are two updates.
 * memory: safe.  The words are as many as the configuration has (asserted when compiling).
 * leak: safe, nothing is on the heap.  overflow, uninit: safe.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- configuration */

struct config {
  uint32_t low;
  uint32_t high;
  uint32_t version;
  uint32_t checksum;
};

#define CONFIG_WORDS (sizeof(struct config) / sizeof(uint32_t))
_Static_assert(CONFIG_WORDS * sizeof(uint32_t) == sizeof(struct config), "whole words");

static uint32_t config_checksum(const struct config *c)
{
  return (c->low * 31u + c->high) * 31u + c->version;
}

static int config_validate(const struct config *c)
{
  if (c->low >= c->high)
    return -ERANGE;
  if (c->high > 100)
    return -EINVAL;
  return 0;
}

/* ---- sequence lock */

struct config_store {
  atomic_uint sequence;
  _Atomic(uint32_t) words[CONFIG_WORDS];
  pthread_mutex_t writers;
  unsigned updates;
  unsigned refused;
};

static inline unsigned read_begin(struct config_store *s)
{
  unsigned sequence;

  while ((sequence = atomic_load_explicit(&s->sequence, memory_order_acquire)) & 1)
    sched_yield();
  return sequence;
}

static inline bool read_retry(struct config_store *s, unsigned sequence)
{
  atomic_thread_fence(memory_order_acquire);
  return atomic_load_explicit(&s->sequence, memory_order_relaxed) != sequence;
}

static inline void write_begin(struct config_store *s)
{
  unsigned sequence = atomic_load_explicit(&s->sequence, memory_order_relaxed);

  atomic_store_explicit(&s->sequence, sequence + 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
}

static inline void write_end(struct config_store *s)
{
  unsigned sequence = atomic_load_explicit(&s->sequence, memory_order_relaxed);

  atomic_store_explicit(&s->sequence, sequence + 1, memory_order_release);
}

static void load_words(struct config_store *s, struct config *out)
{
  uint32_t words[CONFIG_WORDS];

  for (size_t i = 0; i < CONFIG_WORDS; i++)
    words[i] = atomic_load_explicit(&s->words[i], memory_order_relaxed);
  memcpy(out, words, sizeof *out);
}

static void store_words(struct config_store *s, const struct config *in)
{
  uint32_t words[CONFIG_WORDS];

  memcpy(words, in, sizeof words);
  for (size_t i = 0; i < CONFIG_WORDS; i++)
    atomic_store_explicit(&s->words[i], words[i], memory_order_relaxed);
}

/* ---- interface */

typedef void (*config_change)(struct config *config, uint32_t argument);

static void store_init(struct config_store *s, uint32_t low, uint32_t high)
{
  struct config c = { .low = low, .high = high, .version = 1 };

  c.checksum = config_checksum(&c);
  atomic_init(&s->sequence, 0);
  store_words(s, &c);
  pthread_mutex_init(&s->writers, NULL);
  s->updates = 0;
  s->refused = 0;
}

/* A configuration as it was at some moment during the call. */
static void config_snapshot(struct config_store *s, struct config *out)
{
  unsigned sequence;

  do {
    sequence = read_begin(s);
    load_words(s, out);
  } while (read_retry(s, sequence));
}

/* Changes the configuration, unless the result is not valid. */
static int config_update(struct config_store *s, config_change change, uint32_t argument)
{
  struct config c;
  int error;

  pthread_mutex_lock(&s->writers);
  load_words(s, &c);
  change(&c, argument);
  error = config_validate(&c);
  if (error) {
    s->refused++;
    goto out;
  }
  c.version++;
  c.checksum = config_checksum(&c);
  write_begin(s);
  store_words(s, &c);
  write_end(s);
  s->updates++;
out:
  pthread_mutex_unlock(&s->writers);
  return error;
}

/* ---- driver */

static struct config_store store;

static void set_low(struct config *c, uint32_t low)
{
  c->low = low;
}

static void raise_high(struct config *c, uint32_t by)
{
  c->high += by;
}

static void *admin_main(void *argument)
{
  int error;

  (void)argument;
  error = config_update(&store, set_low, 20);
  assert(error == 0);
  error = config_update(&store, set_low, 99);
  assert(error == -ERANGE);
  return NULL;
}

static void *tuner_main(void *argument)
{
  int error;

  (void)argument;
  error = config_update(&store, raise_high, 30);
  assert(error == 0);
  return NULL;
}

static void *request_main(void *argument)
{
  struct config *seen = argument;

  config_snapshot(&store, seen);
  assert(seen->low < seen->high);
  assert(seen->checksum == config_checksum(seen));
  return NULL;
}

int main(void)
{
  pthread_t admin, tuner, request;
  struct config seen, last;

  store_init(&store, 10, 50);
  pthread_create(&admin, NULL, admin_main, NULL);
  pthread_create(&tuner, NULL, tuner_main, NULL);
  pthread_create(&request, NULL, request_main, &seen);
  pthread_join(admin, NULL);
  pthread_join(tuner, NULL);
  pthread_join(request, NULL);
  config_snapshot(&store, &last);
  assert(last.low == 20 && last.high == 80 && last.version == 3);
  assert(seen.version >= 1 && seen.version <= 3);
  assert(store.updates == 2 && store.refused == 1);
  pthread_mutex_destroy(&store.writers);
  printf("seen version %u\n", seen.version);
  return EXIT_SUCCESS;
}
