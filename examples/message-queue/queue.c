#include "queue.h"
#include <stddef.h>

void queue_init(struct queue *q) {
  pthread_mutex_init(&q->lock, NULL);
  pthread_cond_init(&q->changed, NULL);
  q->first = 0;
  q->count = 0;
}

void queue_put(struct queue *q, int message) {
  pthread_mutex_lock(&q->lock);
  while (q->count == QUEUE_SIZE)
    pthread_cond_wait(&q->changed, &q->lock);
  q->messages[(q->first + q->count) % QUEUE_SIZE] = message;
  q->count++;
  pthread_cond_signal(&q->changed);
  pthread_mutex_unlock(&q->lock);
}

int queue_take(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  while (q->count == 0)
    pthread_cond_wait(&q->changed, &q->lock);
  int message = q->messages[q->first];
  q->first = (q->first + 1) % QUEUE_SIZE;
  q->count--;
  pthread_cond_signal(&q->changed);
  pthread_mutex_unlock(&q->lock);
  return message;
}
