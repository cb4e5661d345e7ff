// pthread_tryjoin_np: EBUSY while the thread is blocked; once the thread is let go it succeeds at last, with the
// thread's result.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t go;

static void *work(void *arg) {
  sem_wait(&go);
  *(int *)arg *= 2;
  return arg;
}

int main(void) {
  pthread_t t;
  int cell = 21, rc;
  void *result = NULL;
  sem_init(&go, 0, 0);
  pthread_create(&t, NULL, work, &cell);
  printf("blocked: %d\n", pthread_tryjoin_np(t, &result));
  printf("no result yet: %d\n", result == NULL);
  sem_post(&go);
  while ((rc = pthread_tryjoin_np(t, &result)) == EBUSY) sched_yield();
  printf("ended: %d, result %d, cell %d\n", rc, result == &cell, cell);
  return 0;
}
