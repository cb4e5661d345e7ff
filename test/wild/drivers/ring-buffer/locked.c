/* Two writers of two bytes each, under a lock: a buffer of four holds three, and what it holds was written. */
#include "ringbuffer.h"
#include <assert.h>
#include <pthread.h>

static char storage[4];
static ring_buffer_t ring;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *fill(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    ring_buffer_queue(&ring, *(char *)argument);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  char a = 'a', b = 'b', c;
  int taken = 0;
  ring_buffer_init(&ring, storage, sizeof storage);
  pthread_create(&first, 0, fill, &a);
  pthread_create(&second, 0, fill, &b);
  pthread_join(first, 0);
  pthread_join(second, 0);
  while (ring_buffer_dequeue(&ring, &c)) {
    assert(c == a || c == b);
    taken++;
  }
  assert(taken == 3);
  return 0;
}
