/* One thread fills, one empties, and nothing orders them. */
#include "ringbuffer.h"
#include <pthread.h>

static char storage[4];
static ring_buffer_t ring;

static void *fill(void *argument) {
  ring_buffer_queue(&ring, 'a');
  return argument;
}

int main(void) {
  pthread_t filler;
  char c;
  ring_buffer_init(&ring, storage, sizeof storage);
  pthread_create(&filler, 0, fill, 0);
  ring_buffer_dequeue(&ring, &c);
  pthread_join(filler, 0);
  return 0;
}
