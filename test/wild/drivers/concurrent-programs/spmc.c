/* One producer of as many items as there is room for at first, one consumer: they come in order. */
#define main their_main
#include "spmc/spmc.c"
#undef main

static spmc_ref_t queue;

static void *produce(void *argument) {
  assert(spmc_enqueue(queue, 1));
  assert(spmc_enqueue(queue, 2));
  return argument;
}

int main(void) {
  pthread_t producer;
  uintptr_t item;
  queue = spmc_new(1, NULL);
  pthread_create(&producer, NULL, produce, NULL);
  assert(spmc_dequeue(queue, &item) && item == 1);
  assert(spmc_dequeue(queue, &item) && item == 2);
  pthread_join(producer, NULL);
  spmc_delete(queue);
  return 0;
}
