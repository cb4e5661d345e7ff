/* Two values are there before two consumers begin: each gets one. */
#include "lfq.h"
#include <assert.h>
#include <pthread.h>

static struct lfq_ctx queue;
static int values[2];

static void *take(void *argument) { return lfq_dequeue_tid(&queue, *(int *)argument); }

int main(void) {
  pthread_t other;
  int zero = 0, one = 1;
  void *theirs;
  lfq_init(&queue, 2);
  lfq_enqueue(&queue, &values[0]);
  lfq_enqueue(&queue, &values[1]);
  pthread_create(&other, 0, take, &one);
  void *ours = take(&zero);
  pthread_join(other, &theirs);
  assert(ours && theirs && ours != theirs);
  return 0;
}
