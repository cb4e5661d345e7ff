/* One thread writes while another reads, without a lock. */
#include "ringbuf.h"
#include <pthread.h>

static ringbuf_t ring;

static void *fill(void *argument) {
  ringbuf_memcpy_into(ring, "a", 1);
  return argument;
}

int main(void) {
  pthread_t filler;
  char out;
  ring = ringbuf_new(3);
  pthread_create(&filler, 0, fill, 0);
  ringbuf_memcpy_from(&out, ring, 1);
  pthread_join(filler, 0);
  ringbuf_free(&ring);
  return 0;
}
