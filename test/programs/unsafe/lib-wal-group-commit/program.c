/*
 * A write-ahead log with group commit: committers append their record under the lock; the first that finds no flush under
 * way becomes the leader and writes everything appended so far, the others wait for it.
 *
 * The bug: after its flush the leader calls pthread_cond_signal() instead of pthread_cond_broadcast().  Several followers
 * may wait for the same flush; one is woken, sees that its record is durable and leaves without waking the next.
 *
 * deadlock: UNSAFE.  Three committers: A leads and writes all three records while B and C wait; A signals B, B returns,
 *   C sleeps forever and main waits in pthread_join.
 * assert: safe.  Log sequence numbers are given under the lock.  `durable` only grows, to what was appended when the leader
 *   looked, and what lies below was written to the device before.  A commit returns when `durable` has passed its record.
 *   At the end the device holds the three records, each complete.
 * race: safe.  The log's fields are accessed under the lock.  The leader reads the buffer outside of it, but only bytes that
 *   were appended before it looked; appenders write after them.  One leader at a time writes to the device; leaders
 *   follow one another through the lock.
 * memory: safe.  The buffer has room for the records of all committers.  leak, overflow, uninit: safe; nothing is on the heap,
 *   bytes are read after they were written.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMITTERS 3
#define RECORD_MAX 8
#define LOG_BYTES (COMMITTERS * (RECORD_MAX + 2))

/* ---- the device: takes whole ranges */

struct device {
  uint8_t bytes[LOG_BYTES];
  size_t length;
  unsigned writes;
};

static void device_append(struct device *d, const uint8_t *bytes, size_t length)
{
  assert(d->length + length <= sizeof d->bytes);
  memcpy(d->bytes + d->length, bytes, length);
  d->length += length;
  d->writes++;
}

/* ---- the log */

typedef size_t lsn_t; /* offset of the byte after a record */

struct wal {
  pthread_mutex_t lock;
  pthread_cond_t flushed;
  uint8_t buffer[LOG_BYTES];
  lsn_t appended;
  lsn_t durable;
  bool flushing;
  struct device *device;
};

static uint8_t checksum(const uint8_t *bytes, size_t length)
{
  uint8_t sum = 0x5a;

  for (size_t i = 0; i < length; i++)
    sum = (uint8_t)(sum * 3u + bytes[i]);
  return sum;
}

static void wal_init(struct wal *log, struct device *device)
{
  memset(log, 0, sizeof *log);
  pthread_mutex_init(&log->lock, NULL);
  pthread_cond_init(&log->flushed, NULL);
  log->device = device;
}

static void wal_destroy(struct wal *log)
{
  pthread_cond_destroy(&log->flushed);
  pthread_mutex_destroy(&log->lock);
}

/* Adds a record: length, payload, checksum.  Returns its sequence number, 0 if it does not fit. */
static lsn_t wal_append(struct wal *log, const void *payload, size_t length)
{
  uint8_t *to;
  lsn_t lsn = 0;

  if (length > RECORD_MAX)
    return 0;
  pthread_mutex_lock(&log->lock);
  if (log->appended + length + 2 <= sizeof log->buffer) {
    to = log->buffer + log->appended;
    to[0] = (uint8_t)length;
    memcpy(to + 1, payload, length);
    to[length + 1] = checksum(to + 1, length);
    log->appended += length + 2;
    lsn = log->appended;
  }
  pthread_mutex_unlock(&log->lock);
  return lsn;
}

/* Writes what was appended so far.  Caller holds the lock, which is released during the write. */
static void wal_flush_as_leader(struct wal *log)
{
  const lsn_t from = log->durable;
  const lsn_t to = log->appended;

  log->flushing = true;
  pthread_mutex_unlock(&log->lock);
  device_append(log->device, log->buffer + from, to - from);
  pthread_mutex_lock(&log->lock);
  log->durable = to;
  log->flushing = false;
  pthread_cond_signal(&log->flushed);
}

/* Returns when everything up to lsn is on the device. */
static void wal_commit(struct wal *log, lsn_t lsn)
{
  pthread_mutex_lock(&log->lock);
  while (log->durable < lsn) {
    if (log->flushing)
      pthread_cond_wait(&log->flushed, &log->lock);
    else
      wal_flush_as_leader(log);
  }
  pthread_mutex_unlock(&log->lock);
}

/* ---- recovery: reads the device from its beginning */

typedef void (*record_visitor)(void *context, const uint8_t *payload, size_t length);

static int wal_replay(const struct device *device, record_visitor visit, void *context)
{
  size_t at = 0;

  while (at < device->length) {
    size_t length = device->bytes[at];

    if (length > RECORD_MAX || at + length + 2 > device->length)
      return -1;
    if (checksum(device->bytes + at + 1, length) != device->bytes[at + 1 + length])
      return -1;
    visit(context, device->bytes + at + 1, length);
    at += length + 2;
  }
  return 0;
}

/* ---- driver */

static struct device disk;
static struct wal journal;

struct recovered {
  unsigned records;
  unsigned sum;
};

static void *committer(void *argument)
{
  const uint8_t *entry = argument;
  lsn_t lsn = wal_append(&journal, entry, 2);

  assert(lsn != 0);
  wal_commit(&journal, lsn);
  return NULL;
}

static void add_record(void *context, const uint8_t *payload, size_t length)
{
  struct recovered *r = context;

  assert(length == 2);
  r->records++;
  r->sum += payload[0] + payload[1];
}

int main(void)
{
  static const uint8_t entries[COMMITTERS][2] = { { 1, 10 }, { 2, 20 }, { 3, 30 } };
  pthread_t threads[COMMITTERS];
  struct recovered recovered = { 0, 0 };
  int status;

  wal_init(&journal, &disk);
  for (int i = 0; i < COMMITTERS; i++)
    pthread_create(&threads[i], NULL, committer, (void *)entries[i]);
  for (int i = 0; i < COMMITTERS; i++)
    pthread_join(threads[i], NULL);
  wal_destroy(&journal);
  status = wal_replay(&disk, add_record, &recovered);
  assert(status == 0);
  assert(recovered.records == COMMITTERS && recovered.sum == 66);
  printf("%u records in %u writes\n", recovered.records, disk.writes);
  return EXIT_SUCCESS;
}
