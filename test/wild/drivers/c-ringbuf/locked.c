/* One thread writes two bytes, another reads them when they are there, both under a lock. The third write wraps around. */
#include "ringbuf.h"
#include <assert.h>
#include <pthread.h>

static ringbuf_t ring;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *fill(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    if (ringbuf_bytes_free(ring) >= 2) ringbuf_memcpy_into(ring, "ab", 2);
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

int main(void) {
  pthread_t filler;
  char out[2];
  ring = ringbuf_new(3);
  pthread_create(&filler, 0, fill, 0);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    if (ringbuf_memcpy_from(out, ring, 2)) assert(out[0] == 'a' && out[1] == 'b');
    pthread_mutex_unlock(&lock);
  }
  pthread_join(filler, 0);
  assert(ringbuf_bytes_used(ring) % 2 == 0);
  ringbuf_free(&ring);
  assert(ring == 0);
  return 0;
}
