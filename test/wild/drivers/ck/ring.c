/* One producer, one consumer, a ring of four slots: pointers arrive in order, with what they point to. */
#include <assert.h>
#include <ck_ring.h>
#include <pthread.h>
#include <stdlib.h>

static ck_ring_t ring;
static ck_ring_buffer_t slots[4];
static int numbers[3];

static void *producer(void *unused) {
  for (int i = 0; i < 3; i++) {
    numbers[i] = i + 1;
    if (!ck_ring_enqueue_spsc(&ring, slots, &numbers[i])) break;
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  int expected = 1;
  ck_ring_init(&ring, 4);
  pthread_create(&thread, NULL, producer, NULL);
  for (int i = 0; i < 3; i++) {
    int *number;
    if (ck_ring_dequeue_spsc(&ring, slots, &number)) assert(*number == expected++);
  }
  pthread_join(thread, NULL);
  return 0;
}
