/* Two values, and two threads that take them: one takes up to two, the other up to one. */
#include "lfqueue.h"
#include <pthread.h>

static lfqueue_t queue;
static int values[2];

static void *take(void *argument) {
  lfqueue_deq(&queue);
  return argument;
}

int main(void) {
  pthread_t taker;
  lfqueue_init(&queue);
  lfqueue_enq(&queue, &values[0]);
  lfqueue_enq(&queue, &values[1]);
  pthread_create(&taker, 0, take, 0);
  lfqueue_deq(&queue);
  lfqueue_deq(&queue);
  pthread_join(taker, 0);
  return 0;
}
