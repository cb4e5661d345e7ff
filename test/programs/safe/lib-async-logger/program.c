/*
 * An asynchronous logger: callers format their record into the front buffer under a lock, a writer thread swaps the
 * buffers and gives the back one to the sink.  Records that do not fit are dropped and counted; log_flush() waits until
 * what was accepted so far has reached the sink.
 *
 * assert: safe.  Records enter the front buffer whole and under the lock; the writer hands buffers to the sink in the order of the
 *   swaps.  `written` is set to what was accepted at the swap, after the sink has it: when log_flush returns, the caller's
 *   record is in the sink.  At the end accepted and dropped records add up to those made, and the sink has the accepted ones.
 *   The buffer has room for both records, so nothing is dropped.
 * race: safe.  The front buffer and the counters are accessed under the lock.  The back buffer is the writer's alone between
 *   two swaps, and swaps are made under the lock.  The sink is the writer's; the thread that has flushed reads the sink's count,
 *   which the writer publishes as `written`, under the lock.  Main reads the sink after the join.
 * deadlock: safe.  The writer waits for a record or the stop flag, flush waits for `written`; each is changed under the lock and
 *   broadcast.  The writer leaves only when the front buffer is empty, so a flush that waits is served.
 * memory: safe.  Text is cut at the record's size, a record is copied only if it fits.
 * leak: safe.  Two buffers and the logger are freed by log_close.  overflow, uninit: safe; the sink reads what was filled.
 */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- interface */

enum log_level { LOG_DEBUG, LOG_INFO, LOG_ERROR };

typedef void (*log_sink)(void *context, const char *bytes, size_t length, unsigned records);

struct log_options {
  enum log_level threshold;
  size_t buffer_size;
  log_sink sink;
  void *context;
};

/* ---- implementation */

#define RECORD_MAX 24

struct log_buffer {
  size_t length;
  unsigned records;
  char bytes[];
};

struct logger {
  struct log_options options;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct log_buffer *front;
  struct log_buffer *back;
  unsigned accepted;
  unsigned written;
  unsigned dropped;
  bool stopping;
  pthread_t writer;
};

static struct log_buffer *buffer_new(size_t size)
{
  struct log_buffer *b = malloc(sizeof *b + size);

  if (b) {
    b->length = 0;
    b->records = 0;
  }
  return b;
}

static bool buffer_add(struct log_buffer *b, size_t size, const char *text, size_t length)
{
  if (size - b->length < length)
    return false;
  memcpy(b->bytes + b->length, text, length);
  b->length += length;
  b->records++;
  return true;
}

static void *writer_main(void *argument)
{
  struct logger *l = argument;

  pthread_mutex_lock(&l->lock);
  for (;;) {
    struct log_buffer *full;
    unsigned upto;

    while (l->front->records == 0 && !l->stopping)
      pthread_cond_wait(&l->changed, &l->lock);
    if (l->front->records == 0)
      break;
    full = l->front;
    l->front = l->back;
    l->back = full;
    upto = l->accepted;
    pthread_mutex_unlock(&l->lock);
    l->options.sink(l->options.context, full->bytes, full->length, full->records);
    full->length = 0;
    full->records = 0;
    pthread_mutex_lock(&l->lock);
    l->written = upto;
    pthread_cond_broadcast(&l->changed);
  }
  pthread_mutex_unlock(&l->lock);
  return NULL;
}

static struct logger *log_open(const struct log_options *options)
{
  struct logger *l = calloc(1, sizeof *l);

  if (!l)
    return NULL;
  l->options = *options;
  l->front = buffer_new(options->buffer_size);
  l->back = buffer_new(options->buffer_size);
  if (!l->front || !l->back)
    goto fail;
  pthread_mutex_init(&l->lock, NULL);
  pthread_cond_init(&l->changed, NULL);
  if (pthread_create(&l->writer, NULL, writer_main, l) == 0)
    return l;
  pthread_cond_destroy(&l->changed);
  pthread_mutex_destroy(&l->lock);
fail:
  free(l->front);
  free(l->back);
  free(l);
  return NULL;
}

/* "L word number\n" */
static size_t format_record(char *to, size_t size, enum log_level level, const char *format, va_list arguments)
{
  static const char letters[] = { 'D', 'I', 'E' };
  int length;

  to[0] = letters[level];
  to[1] = ' ';
  length = vsnprintf(to + 2, size - 3, format, arguments);
  if (length < 0)
    length = 0;
  if ((size_t)length > size - 4)
    length = (int)size - 4;
  to[length + 2] = '\n';
  return (size_t)length + 3;
}

static void log_write(struct logger *l, enum log_level level, const char *format, ...)
{
  char record[RECORD_MAX];
  size_t length;
  va_list arguments;

  if (level < l->options.threshold)
    return;
  va_start(arguments, format);
  length = format_record(record, sizeof record, level, format, arguments);
  va_end(arguments);
  pthread_mutex_lock(&l->lock);
  if (buffer_add(l->front, l->options.buffer_size, record, length)) {
    l->accepted++;
    pthread_cond_broadcast(&l->changed);
  } else {
    l->dropped++;
  }
  pthread_mutex_unlock(&l->lock);
}

/* Returns when the sink has everything accepted so far; the number of records written. */
static unsigned log_flush(struct logger *l)
{
  unsigned target, written;

  pthread_mutex_lock(&l->lock);
  target = l->accepted;
  while (l->written < target)
    pthread_cond_wait(&l->changed, &l->lock);
  written = l->written;
  pthread_mutex_unlock(&l->lock);
  return written;
}

static unsigned log_close(struct logger *l)
{
  unsigned dropped;

  pthread_mutex_lock(&l->lock);
  l->stopping = true;
  pthread_cond_broadcast(&l->changed);
  pthread_mutex_unlock(&l->lock);
  pthread_join(l->writer, NULL);
  assert(l->written == l->accepted);
  dropped = l->dropped;
  pthread_cond_destroy(&l->changed);
  pthread_mutex_destroy(&l->lock);
  free(l->front);
  free(l->back);
  free(l);
  return dropped;
}

/* ---- driver */

struct memory_sink {
  char bytes[64];
  size_t length;
  unsigned records;
};

static void memory_sink_write(void *context, const char *bytes, size_t length, unsigned records)
{
  struct memory_sink *sink = context;

  assert(sink->length + length <= sizeof sink->bytes);
  memcpy(sink->bytes + sink->length, bytes, length);
  sink->length += length;
  sink->records += records;
}

static struct logger *logger;

static void *service_main(void *argument)
{
  unsigned number = *(unsigned *)argument;

  log_write(logger, LOG_DEBUG, "starting %u", number);
  log_write(logger, LOG_INFO, "job %u", number);
  if (number == 2) {
    unsigned written = log_flush(logger);

    assert(written >= 1);
  }
  return NULL;
}

int main(void)
{
  static struct memory_sink sink;
  const struct log_options options = { LOG_INFO, 2 * RECORD_MAX, memory_sink_write, &sink };
  unsigned numbers[] = { 1, 2 };
  pthread_t services[2];
  unsigned dropped;

  logger = log_open(&options);
  if (!logger)
    return EXIT_FAILURE;
  for (int i = 0; i < 2; i++)
    pthread_create(&services[i], NULL, service_main, &numbers[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(services[i], NULL);
  dropped = log_close(logger);
  assert(dropped == 0);
  assert(sink.records == 2);
  assert(sink.length == 16 && sink.bytes[7] == '\n' && sink.bytes[15] == '\n');
  printf("%.*s", (int)sink.length, sink.bytes);
  return EXIT_SUCCESS;
}
