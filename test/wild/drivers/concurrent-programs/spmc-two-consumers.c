/* Two consumers of one item each; the producer's third item goes where the first one was. */
#define main their_main
#include "spmc/spmc.c"
#undef main

static spmc_ref_t queue;

static void *consume(void *argument) {
  spmc_dequeue(queue, argument);
  return argument;
}

int main(void) {
  pthread_t first, second;
  uintptr_t a = 0, b = 0;
  queue = spmc_new(1, NULL);
  spmc_enqueue(queue, 1);
  spmc_enqueue(queue, 2);
  pthread_create(&first, NULL, consume, &a);
  pthread_create(&second, NULL, consume, &b);
  spmc_enqueue(queue, 3);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  assert(a + b == 3);
  spmc_delete(queue);
  return 0;
}
