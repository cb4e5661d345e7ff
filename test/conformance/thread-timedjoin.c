// pthread_timedjoin_np and pthread_clockjoin_np: ETIMEDOUT while the thread is blocked for good; it stays joinable.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>

static sem_t go;

static void *work(void *arg) {
  sem_wait(&go);
  return arg;
}

static struct timespec soon(clockid_t clock) {
  struct timespec ts;
  clock_gettime(clock, &ts);
  ts.tv_nsec += 5000000;
  if (ts.tv_nsec >= 1000000000) ts.tv_sec++, ts.tv_nsec -= 1000000000;
  return ts;
}

int main(void) {
  pthread_t t;
  int token = 0;
  void *result = NULL;
  sem_init(&go, 0, 0);
  pthread_create(&t, NULL, work, &token);
  struct timespec until = soon(CLOCK_REALTIME);
  printf("timed: %d\n", pthread_timedjoin_np(t, &result, &until));
  until = soon(CLOCK_MONOTONIC);
  printf("clock: %d\n", pthread_clockjoin_np(t, &result, CLOCK_MONOTONIC, &until));
  until = (struct timespec){0, 0};
  printf("long ago: %d\n", pthread_timedjoin_np(t, &result, &until));
  printf("no result: %d\n", result == NULL);
  sem_post(&go);
  printf("join: %d\n", pthread_join(t, &result));
  printf("result: %d\n", result == &token);
  return 0;
}
