/* One producer, one consumer, a queue of one place: two values go through in order. */
#define THREAD_IMPLEMENTATION
#include <sched.h>
#include <time.h>
#include "thread.h"

static thread_queue_t queue;
static void *place[1];
static int values[2];

static int produce(void *argument) {
  for (int i = 0; i < 2; i++) assert(thread_queue_produce(&queue, &values[i], THREAD_QUEUE_WAIT_INFINITE));
  return 0;
}

int main(void) {
  thread_queue_init(&queue, 1, place, 0);
  thread_ptr_t producer = thread_create(produce, 0, THREAD_STACK_SIZE_DEFAULT);
  for (int i = 0; i < 2; i++) assert(thread_queue_consume(&queue, THREAD_QUEUE_WAIT_INFINITE) == &values[i]);
  thread_join(producer);
  thread_queue_term(&queue);
  return 0;
}
