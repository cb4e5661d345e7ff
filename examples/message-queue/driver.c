/* A queue that two threads fill and main empties: the program of docs/tutorial.md. */
#include "queue.h"
#include <assert.h>
#include <stddef.h>

#ifndef MESSAGES
#define MESSAGES 2
#endif

static struct queue queue;

static void *produce(void *unused) {
  for (int i = 0; i < MESSAGES; i++) queue_put(&queue, 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  int sum = 0;
  queue_init(&queue);
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, produce, NULL);
  for (int i = 0; i < 2 * MESSAGES; i++) sum += queue_take(&queue);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(sum == 2 * MESSAGES);
  return 0;
}
