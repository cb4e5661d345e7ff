/*
 * Signals and slots: an emitter keeps an array of slots (function, receiver), which grows when a slot is connected.  emit()
 * must not hold the lock while slots run, since they may connect and disconnect.
 *
 * The bug: emit() takes the array's address and length under the lock and walks the array after it has released it.  A connection
 * made meanwhile moves the slots to a larger array and frees the old one.
 *
 * memory: UNSAFE.  The emitting thread has taken the address; main connects a third slot, for which the array of two
 *   is replaced and freed; the walk reads the freed array.
 * race: UNSAFE.  Where the read comes before the free, nothing orders the two.
 * assert: safe.  A slot is called with the emitted value and its own receiver; the two slots that were connected before the emission
 *   are called once (an array that is read after its end ends the run).
 * deadlock: safe.  One lock, not held while slots run.
 * leak: safe.  The replaced array is freed when it is replaced, the last one by main.
 * overflow, uninit: safe.  Only connected slots are read.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- signals */

typedef void (*slot_function)(void *receiver, int value);

struct slot {
  slot_function function;
  void *receiver;
  unsigned id;
};

struct signal {
  pthread_mutex_t lock;
  struct slot *slots;
  unsigned count;
  unsigned capacity;
  unsigned last_id;
};

static int signal_init(struct signal *s, unsigned capacity)
{
  s->slots = malloc(capacity * sizeof *s->slots);
  if (!s->slots)
    return -1;
  pthread_mutex_init(&s->lock, NULL);
  s->count = 0;
  s->capacity = capacity;
  s->last_id = 0;
  return 0;
}

static void signal_destroy(struct signal *s)
{
  pthread_mutex_destroy(&s->lock);
  free(s->slots);
}

/* Makes room for one more slot.  Caller holds the lock. */
static bool signal_reserve(struct signal *s)
{
  struct slot *larger;

  if (s->count < s->capacity)
    return true;
  larger = malloc(2 * s->capacity * sizeof *larger);
  if (!larger)
    return false;
  memcpy(larger, s->slots, s->count * sizeof *larger);
  free(s->slots);
  s->slots = larger;
  s->capacity *= 2;
  return true;
}

/* Returns the connection's number, 0 if there is no memory. */
static unsigned signal_connect(struct signal *s, slot_function function, void *receiver)
{
  unsigned id = 0;

  pthread_mutex_lock(&s->lock);
  if (signal_reserve(s)) {
    id = ++s->last_id;
    s->slots[s->count++] = (struct slot){ function, receiver, id };
  }
  pthread_mutex_unlock(&s->lock);
  return id;
}

/* The last slot takes the place of the removed one. */
static bool signal_disconnect(struct signal *s, unsigned id)
{
  bool found = false;

  pthread_mutex_lock(&s->lock);
  for (unsigned i = 0; i < s->count && !found; i++) {
    if (s->slots[i].id == id) {
      s->slots[i] = s->slots[--s->count];
      found = true;
    }
  }
  pthread_mutex_unlock(&s->lock);
  return found;
}

static unsigned signal_emit(struct signal *s, int value)
{
  const struct slot *slots;
  unsigned count;

  pthread_mutex_lock(&s->lock);
  slots = s->slots;
  count = s->count;
  pthread_mutex_unlock(&s->lock);
  for (unsigned i = 0; i < count; i++) {
    slot_function function = slots[i].function;
    void *receiver = slots[i].receiver;

    function(receiver, value);
  }
  return count;
}

/* ---- receivers */

struct gauge {
  int value;
  unsigned changes;
};

struct alarm {
  int limit;
  bool raised;
};

static void gauge_set(void *receiver, int value)
{
  struct gauge *g = receiver;

  g->value = value;
  g->changes++;
}

static void alarm_check(void *receiver, int value)
{
  struct alarm *a = receiver;

  if (value > a->limit)
    a->raised = true;
}

/* ---- driver: a sensor emits while main connects a display */

static struct signal temperature;
static struct gauge gauge, display;
static struct alarm alarm_high = { .limit = 90 };

static void *sensor_main(void *argument)
{
  unsigned *called = argument;

  *called = signal_emit(&temperature, 95);
  return NULL;
}

int main(void)
{
  pthread_t sensor;
  unsigned called = 0, id;

  if (signal_init(&temperature, 2) != 0)
    return EXIT_FAILURE;
  if (!signal_connect(&temperature, gauge_set, &gauge) || !signal_connect(&temperature, alarm_check, &alarm_high))
    return EXIT_FAILURE;
  pthread_create(&sensor, NULL, sensor_main, &called);
  id = signal_connect(&temperature, gauge_set, &display);
  pthread_join(sensor, NULL);
  assert(called == 2 || called == 3);
  assert(gauge.value == 95 && gauge.changes == 1);
  assert(alarm_high.raised);
  assert(display.changes == called - 2);
  if (id && !signal_disconnect(&temperature, id))
    return EXIT_FAILURE;
  assert(temperature.count == 2);
  printf("%u slots called\n", called);
  signal_destroy(&temperature);
  return EXIT_SUCCESS;
}
