/* A third thread asks how full the ring is, for a display, say. */
#include <assert.h>
#include <pthread.h>
#include <soundio/soundio.h>

#include "memory.h"

static struct SoundIoRingBuffer *ring;

static void *writer(void *unused) {
  for (int i = 0; i < 2; i++) {
    if (soundio_ring_buffer_free_count(ring) == 0) continue;
    *soundio_ring_buffer_write_ptr(ring) = 'x';
    soundio_ring_buffer_advance_write_ptr(ring, 1);
  }
  return unused;
}

static void *observer(void *unused) {
  soundio_ring_buffer_fill_count(ring);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  ring = soundio_ring_buffer_create(NULL, 1);
  pthread_create(&threads[0], NULL, writer, NULL);
  pthread_create(&threads[1], NULL, observer, NULL);
  if (soundio_ring_buffer_fill_count(ring) > 0) {
    assert(*soundio_ring_buffer_read_ptr(ring) == 'x');
    soundio_ring_buffer_advance_read_ptr(ring, 1);
  }
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  soundio_ring_buffer_destroy(ring);
  return 0;
}
