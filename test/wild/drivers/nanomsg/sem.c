/* Two threads hand a turn to and fro, twice, by two semaphores. */
#include <pthread.h>
#include <utils/err.h>
#include <utils/sem.h>

#include "errors.h"

static struct nn_sem ping, pong;

static void await(struct nn_sem *sem) {
  while (nn_sem_wait(sem) == -EINTR) {
  }
}

static void *partner(void *unused) {
  for (int i = 0; i < 2; i++) {
    await(&ping);
    nn_sem_post(&pong);
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  nn_sem_init(&ping);
  nn_sem_init(&pong);
  pthread_create(&thread, NULL, partner, NULL);
  for (int i = 0; i < 2; i++) {
    nn_sem_post(&ping);
    await(&pong);
  }
  pthread_join(thread, NULL);
  nn_sem_term(&ping);
  nn_sem_term(&pong);
  return 0;
}
