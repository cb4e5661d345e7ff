/* The locks of streams: recursive, one per stream. The functions that read and print wait for them only in programs that lock streams
 * themselves; in others no thread holds one between steps. */
#include "internal.h"
#include <stdio.h>

static int me(void) {
  return __rvl_slot() + 1;
}

/* Only inside a section. */
static void take(FILE *stream) {
  stream->owner = me();
  if (stream->depth++ > 0) return;
  __rvl_acquire(stream, 0);
  __rvl_lock_taken(stream, 1);
}

static int is_free(const FILE *stream) {
  return stream->depth == 0 || stream->owner == me();
}

/* Only inside a section. */
static void wait_until_free(FILE *stream) {
  __rvl_waits_for(stream->owner - 1);
  __rvl_block_until(is_free(stream), "stream", stream);
}

void __rvl_stream_wait(FILE *stream) {
  __rvl_atomic_begin();
  wait_until_free(stream);
  __rvl_acquire(stream, 0);
  __rvl_release(stream, 0);
  __rvl_atomic_end();
}

/* Waits until the stream is not locked by another thread; counts. */
void flockfile(FILE *stream) {
  __rvl_atomic_begin();
  wait_until_free(stream);
  take(stream);
  __rvl_atomic_end();
}

/* As flockfile, but fails where that would wait. */
int ftrylockfile(FILE *stream) {
  __rvl_atomic_begin();
  int done = is_free(stream);
  if (done) take(stream);
  __rvl_atomic_end();
  return done ? 0 : -1;
}

/* Decrements the count; at zero another thread may lock the stream. A thread that has not locked the stream must not call it. */
void funlockfile(FILE *stream) {
  __rvl_atomic_begin();
  if (stream->depth == 0 || stream->owner != me())
    __rvl_error(RVL_UNLOCK_NOT_HELD, "funlockfile of a stream that this thread has not locked");
  if (--stream->depth == 0) {
    stream->owner = 0;
    __rvl_lock_dropped(stream, 1);
    __rvl_release(stream, 0);
  }
  __rvl_atomic_end();
}
