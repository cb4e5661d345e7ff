/*
 * A segmented in-memory log.  Writers reserve space in the current segment without a lock, format their record into
 * it, and open a new segment under a lock when the current one is full.
 *
 * memory: UNSAFE (out of bounds).  segment_reserve() tests that the record fits and then adds its length in a second
 *   atomic step.  Two writers may both pass the test for the last free bytes; the second one gets an offset whose record
 *   reaches beyond the end of the heap buffer.  The segment holds two records, so the two writers must meet when one
 *   record is already there.
 * race: safe.  fetch_add hands out disjoint ranges; the current segment is an atomic pointer; segments are read by main
 *   after the joins and freed at the end only.
 * assert: safe.  A record fits an empty segment, and when main reads a segment every reserved byte was written
 *   (an execution in which a reservation overran the segment has ended with the out-of-bounds write).
 * deadlock: safe.  One lock, taken briefly.
 * leak, uninit, overflow: safe.  All segments stay linked from the head and are freed; offsets are unsigned.
 */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#define SEGMENT_BYTES 24u
#define RECORD_MAX 12
#define WRITERS 3
#define RECORDS 2

enum level { LOG_DEBUG, LOG_INFO, LOG_ERROR };

static const char level_tag[] = { 'D', 'I', 'E' };

struct segment {
  atomic_uint used;
  unsigned number;
  struct segment *next;
  char *data;
};

struct log {
  pthread_mutex_t lock; /* protects the list and the opening of segments */
  struct segment *first;
  _Atomic(struct segment *) current;
  atomic_uint records;
  enum level threshold;
};

static struct log the_log = { .lock = PTHREAD_MUTEX_INITIALIZER, .threshold = LOG_INFO };

static struct segment *segment_new(unsigned number)
{
  struct segment *s = malloc(sizeof *s);
  if (!s)
    return NULL;
  s->data = malloc(SEGMENT_BYTES);
  if (!s->data) {
    free(s);
    return NULL;
  }
  atomic_init(&s->used, 0);
  s->number = number;
  s->next = NULL;
  return s;
}

/* Returns an offset, or -1 if the segment is full. */
static int segment_reserve(struct segment *s, unsigned length)
{
  if (atomic_load(&s->used) + length > SEGMENT_BYTES)
    return -1;
  return (int)atomic_fetch_add(&s->used, length);
}

/* Opens the segment after `full`, unless another thread already has. */
static int log_roll(struct log *log, struct segment *full)
{
  int rc = 0;

  pthread_mutex_lock(&log->lock);
  if (atomic_load(&log->current) == full) {
    struct segment *s = segment_new(full->number + 1);
    if (s) {
      full->next = s;
      atomic_store(&log->current, s);
    } else {
      rc = -1;
    }
  }
  pthread_mutex_unlock(&log->lock);
  return rc;
}

static int log_append(struct log *log, const char *text, unsigned length)
{
  struct segment *s;
  int offset;

  for (;;) {
    s = atomic_load(&log->current);
    offset = segment_reserve(s, length);
    if (offset >= 0)
      break;
    if (log_roll(log, s) < 0)
      return -1;
  }
  for (unsigned i = 0; i < length; i++)
    s->data[(unsigned)offset + i] = text[i];
  atomic_fetch_add(&log->records, 1);
  return 0;
}

static int log_printf(struct log *log, enum level level, const char *format, ...)
{
  char line[RECORD_MAX];
  va_list args;
  int n;

  if (level < log->threshold)
    return 0;
  line[0] = level_tag[level];
  va_start(args, format);
  n = vsnprintf(line + 1, sizeof line - 1, format, args);
  va_end(args);
  if (n < 0)
    return -1;
  /* Records have a fixed size: pad with dots, end with a newline. */
  for (int i = n + 1; i < RECORD_MAX - 1; i++)
    line[i] = '.';
  line[RECORD_MAX - 1] = '\n';
  return log_append(log, line, RECORD_MAX);
}

static void *writer_main(void *arg)
{
  int id = (int)(size_t)arg;

  for (int i = 0; i < RECORDS; i++) {
    log_printf(&the_log, LOG_DEBUG, "w%d before %d", id, i);
    log_printf(&the_log, i == 0 ? LOG_INFO : LOG_ERROR, "w%d r%d", id, i);
  }
  return NULL;
}

static unsigned log_scan(struct log *log)
{
  unsigned lines = 0;

  for (struct segment *s = log->first; s; s = s->next)
    for (unsigned i = 0; i < atomic_load(&s->used); i++)
      if (s->data[i] == '\n')
        lines++;
  return lines;
}

static void log_close(struct log *log)
{
  struct segment *s = log->first;

  while (s) {
    struct segment *next = s->next;
    free(s->data);
    free(s);
    s = next;
  }
  log->first = NULL;
  atomic_store(&log->current, NULL);
  pthread_mutex_destroy(&log->lock);
}

int main(void)
{
  pthread_t writers[WRITERS];
  unsigned lines;

  the_log.first = segment_new(0);
  if (!the_log.first)
    return 1;
  atomic_store(&the_log.current, the_log.first);
  for (size_t i = 0; i < WRITERS; i++)
    pthread_create(&writers[i], NULL, writer_main, (void *)i);
  for (size_t i = 0; i < WRITERS; i++)
    pthread_join(writers[i], NULL);

  lines = log_scan(&the_log);
  assert(lines == WRITERS * RECORDS);
  assert(lines == atomic_load(&the_log.records));
  printf("%u records in %u segments\n", lines, atomic_load(&the_log.current)->number + 1);
  log_close(&the_log);
  return 0;
}
