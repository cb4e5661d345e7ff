/* Quiescent states: a reader passes a checkpoint while the writer asks whether everyone has. */
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>
#include "qsbr.h"

static qsbr_t *qs;
static sem_t registered, asked;

static void *reader(void *argument) {
  qsbr_register(qs);
  sem_post(&registered);
  qsbr_checkpoint(qs);
  sem_wait(&asked);
  qsbr_unregister(qs);
  return argument;
}

int main(void) {
  pthread_t thread;
  sem_init(&registered, 0, 0);
  sem_init(&asked, 0, 0);
  qs = qsbr_create();
  qsbr_register(qs);
  pthread_create(&thread, 0, reader, 0);
  sem_wait(&registered);
  qsbr_sync(qs, qsbr_barrier(qs));
  sem_post(&asked);
  pthread_join(thread, 0);
  qsbr_unregister(qs);
  qsbr_destroy(qs);
  return 0;
}
