/*
 * A data logger: a sampler appends records with raw readings (inputs), a calibrator goes over new records and adds the
 * corrected value, an exporter sums up the corrected values.
 *
 * uninit: UNSAFE.  Records come from malloc, and the sampler leaves `corrected` to the calibrator.  The exporter looks only at
 *   whether a record is valid (its raw reading in range), not at whether it has been calibrated; if it runs between the two, it
 *   reads memory that was never written.
 * assert: safe.  Nothing is asserted about the exported sum; counts change under the lock and add up.
 * race: safe.  The list and all records are touched under the lock.
 * deadlock: safe.  One lock, and no waiting.
 * overflow: safe.  Raw readings are checked to lie within 0..1023 before anything is computed; the sum is unsigned.
 * memory, leak: safe.  Records are freed by main after the joins.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define CHANNELS 2
#define SAMPLES 2
#define PASSES 2
#define RAW_MAX 1023

struct record {
  int channel;
  int raw;
  bool valid;
  bool calibrated;
  unsigned corrected;
  struct record *next;
};

struct calibration {
  int offset;
  int gain; /* in percent */
};

static const struct calibration calibrations[CHANNELS] = {
  { .offset = 5, .gain = 110 },
  { .offset = 0, .gain = 95 },
};

static struct {
  pthread_mutex_t lock;
  struct record *records;
  unsigned sampled, rejected, calibrated, exported;
} logger = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* ---- sampling */

static bool raw_in_range(int raw)
{
  return raw >= 0 && raw <= RAW_MAX;
}

static int sample(int channel, int raw)
{
  struct record *r = malloc(sizeof *r);

  if (!r)
    return -1;
  r->channel = channel;
  r->raw = raw;
  r->valid = raw_in_range(raw);
  r->calibrated = false;
  pthread_mutex_lock(&logger.lock);
  r->next = logger.records;
  logger.records = r;
  logger.sampled++;
  if (!r->valid)
    logger.rejected++;
  pthread_mutex_unlock(&logger.lock);
  return 0;
}

static void *sampler_main(void *arg)
{
  int channel = (int)(size_t)arg;

  for (int i = 0; i < SAMPLES; i++)
    if (sample(channel, __VERIFIER_nondet_int()) < 0)
      break;
  return NULL;
}

/* ---- calibration */

static unsigned correct(const struct record *r)
{
  const struct calibration *c = &calibrations[r->channel];

  return (unsigned)((r->raw + c->offset) * c->gain / 100);
}

static void calibrate_new(void)
{
  pthread_mutex_lock(&logger.lock);
  for (struct record *r = logger.records; r; r = r->next)
    if (r->valid && !r->calibrated) {
      r->corrected = correct(r);
      r->calibrated = true;
      logger.calibrated++;
    }
  pthread_mutex_unlock(&logger.lock);
}

static void *calibrator_main(void *arg)
{
  (void)arg;
  for (int i = 0; i < PASSES; i++)
    calibrate_new();
  return NULL;
}

/* ---- export */

static unsigned export_sum(unsigned *count)
{
  unsigned sum = 0;

  *count = 0;
  pthread_mutex_lock(&logger.lock);
  for (const struct record *r = logger.records; r; r = r->next)
    if (r->valid) {
      sum += r->corrected;
      ++*count;
    }
  logger.exported += *count;
  pthread_mutex_unlock(&logger.lock);
  return sum;
}

struct exporter {
  pthread_t thread;
  unsigned sum, count;
};

static void *exporter_main(void *arg)
{
  struct exporter *e = arg;

  e->sum = export_sum(&e->count);
  return NULL;
}

static unsigned discard_all(void)
{
  unsigned n = 0;

  while (logger.records) {
    struct record *r = logger.records;
    logger.records = r->next;
    free(r);
    n++;
  }
  return n;
}

int main(void)
{
  pthread_t samplers[CHANNELS], calibrator;
  struct exporter exporter = { .sum = 0, .count = 0 };
  unsigned n;

  for (size_t i = 0; i < CHANNELS; i++)
    pthread_create(&samplers[i], NULL, sampler_main, (void *)i);
  pthread_create(&calibrator, NULL, calibrator_main, NULL);
  pthread_create(&exporter.thread, NULL, exporter_main, &exporter);
  for (size_t i = 0; i < CHANNELS; i++)
    pthread_join(samplers[i], NULL);
  pthread_join(calibrator, NULL);
  pthread_join(exporter.thread, NULL);

  calibrate_new();
  assert(logger.calibrated + logger.rejected == logger.sampled);
  assert(logger.exported == exporter.count && exporter.count <= logger.sampled);
  printf("%u sampled, %u rejected, %u exported\n", logger.sampled, logger.rejected, logger.exported);
  n = discard_all();
  assert(n == CHANNELS * SAMPLES);
  return 0;
}
