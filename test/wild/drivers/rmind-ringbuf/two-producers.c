/* Two producers reserve, write and hand over a range each; the consumer looks when both are done. */
#include <stddef.h>
#include <sys/cdefs.h>
#include <sys/types.h>
#include "ringbuf.h"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static ringbuf_t *ring;
static unsigned char data[8];

static void *produce(void *argument) {
  unsigned char who = *(unsigned char *)argument;
  ringbuf_worker_t *worker = ringbuf_register(ring, who);
  ssize_t at = ringbuf_acquire(ring, worker, 2);
  assert(at >= 0 && at + 2 <= 8);
  data[at] = data[at + 1] = who + 1;
  ringbuf_produce(ring, worker);
  return 0;
}

int main(void) {
  pthread_t first, second;
  unsigned char zero = 0, one = 1;
  size_t size, offset;
  ringbuf_get_sizes(2, &size, 0);
  ring = malloc(size);
  ringbuf_setup(ring, 2, sizeof data);
  pthread_create(&first, 0, produce, &zero);
  pthread_create(&second, 0, produce, &one);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(ringbuf_consume(ring, &offset) == 4 && offset == 0);
  assert(data[0] == data[1] && data[2] == data[3] && data[0] != data[2]);
  ringbuf_release(ring, 4);
  free(ring);
  return 0;
}
