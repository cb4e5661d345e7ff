/* Two values are there before two consumers begin: each gets one. */
#include "lfq.h"
#include <assert.h>
#include <pthread.h>

static struct lfq_ctx queue;
static int values[2];

static void *take(void *argument) { return lfq_dequeue_tid(&queue, *(int *)argument); }

int main(void) {
  pthread_t first, second;
  int zero = 0, one = 1;
  void *a, *b;
  lfq_init(&queue, 2);
  lfq_enqueue(&queue, &values[0]);
  lfq_enqueue(&queue, &values[1]);
  pthread_create(&first, 0, take, &zero);
  pthread_create(&second, 0, take, &one);
  pthread_join(first, &a);
  pthread_join(second, &b);
  assert(a && b && a != b);
  return 0;
}
