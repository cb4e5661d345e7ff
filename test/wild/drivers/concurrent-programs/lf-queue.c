/* A producer of two values beside a consumer that looks three times: what it gets comes in order. */
#include "lfq.h"
#include <assert.h>
#include <pthread.h>

static struct lfq_ctx queue;
static int values[2];

static void *produce(void *argument) {
  lfq_enqueue(&queue, &values[0]);
  lfq_enqueue(&queue, &values[1]);
  return argument;
}

int main(void) {
  pthread_t producer;
  int taken = 0;
  lfq_init(&queue, 1);
  pthread_create(&producer, 0, produce, 0);
  for (int look = 0; look < 3; look++) {
    int *value = lfq_dequeue_tid(&queue, 0);
    if (value) assert(value == &values[taken++]);
  }
  pthread_join(producer, 0);
  return 0;
}
