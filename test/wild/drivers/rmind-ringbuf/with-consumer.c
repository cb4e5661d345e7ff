/* A producer of two messages beside a consumer that takes what it sees. */
#include <stddef.h>
#include <sys/cdefs.h>
#include <sys/types.h>
#include "ringbuf.h"
#include <pthread.h>
#include <stdlib.h>

static ringbuf_t *ring;

static void *produce(void *argument) {
  ringbuf_worker_t *worker = ringbuf_register(ring, 0);
  for (int i = 0; i < 2; i++) {
    if (ringbuf_acquire(ring, worker, 2) >= 0) ringbuf_produce(ring, worker);
  }
  return argument;
}

int main(void) {
  pthread_t producer;
  size_t size, offset, length;
  ringbuf_get_sizes(1, &size, 0);
  ring = malloc(size);
  ringbuf_setup(ring, 1, 8);
  pthread_create(&producer, 0, produce, 0);
  if ((length = ringbuf_consume(ring, &offset)) > 0) ringbuf_release(ring, length);
  pthread_join(producer, 0);
  free(ring);
  return 0;
}
