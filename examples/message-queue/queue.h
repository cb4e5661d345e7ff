/* A queue of messages between threads, with room for QUEUE_SIZE of them. */
#include <pthread.h>

#ifndef QUEUE_SIZE
#define QUEUE_SIZE 64
#endif

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int messages[QUEUE_SIZE];
  int first, count;
};

void queue_init(struct queue *q);
void queue_put(struct queue *q, int message); /* waits while the queue is full */
int queue_take(struct queue *q);              /* waits while it is empty */
