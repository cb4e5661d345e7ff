/* Two threads enqueue a value each and then dequeue one: the queue is never empty then, and no value comes twice. */
#include "queue.h"
#include <assert.h>
#include <pthread.h>

static queue_t queue;
static handle_t first, second;
static handle_t *const handles[2] = {&first, &second};
static int values[2];

static void *work(void *argument) {
  int who = *(int *)argument;
  enqueue(&queue, handles[who], &values[who]);
  return dequeue(&queue, handles[who]);
}

int main(void) {
  pthread_t thread;
  int zero = 0, one = 1;
  void *theirs;
  queue_init(&queue, 2);
  queue_register(&queue, handles[0], 0);
  queue_register(&queue, handles[1], 1);
  pthread_create(&thread, 0, work, &one);
  void *ours = work(&zero);
  pthread_join(thread, &theirs);
  assert(ours != EMPTY && theirs != EMPTY && ours != theirs);
  return 0;
}
