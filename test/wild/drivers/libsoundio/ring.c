/* One writer, one reader, a ring of two bytes: what is read is a prefix of what was written. */
#include <assert.h>
#include <pthread.h>
#include <soundio/soundio.h>

#include "memory.h"

static struct SoundIoRingBuffer *ring;

static void *writer(void *unused) {
  for (char c = 'a'; c <= 'c'; c++) {
    if (soundio_ring_buffer_free_count(ring) == 0) break;
    *soundio_ring_buffer_write_ptr(ring) = c;
    soundio_ring_buffer_advance_write_ptr(ring, 1);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  char expected = 'a';
  ring = soundio_ring_buffer_create(NULL, 2);
  pthread_create(&thread, NULL, writer, NULL);
  for (int i = 0; i < 2; i++) {
    if (soundio_ring_buffer_fill_count(ring) == 0) continue;
    assert(*soundio_ring_buffer_read_ptr(ring) == expected++);
    soundio_ring_buffer_advance_read_ptr(ring, 1);
  }
  pthread_join(thread, NULL);
  soundio_ring_buffer_destroy(ring);
  return 0;
}
