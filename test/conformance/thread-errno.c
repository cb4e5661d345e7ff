// errno is private to a thread: one thread's failing call does not change another's.
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

static sem_t set, checked;
static int *main_errno;

static void *fails(void *arg) {
  int at_start = errno;
  errno = 0;
  strtol("99999999999999999999999999", NULL, 10);
  int range = errno;
  sem_post(&set);
  sem_wait(&checked);
  int *out = arg;
  out[0] = at_start, out[1] = range, out[2] = errno, out[3] = &errno != main_errno;
  return NULL;
}

int main(void) {
  pthread_t t;
  int out[4];
  main_errno = &errno;
  sem_init(&set, 0, 0);
  sem_init(&checked, 0, 0);
  errno = EDOM;
  pthread_create(&t, NULL, fails, out);
  sem_wait(&set);
  printf("main keeps its own: %d\n", errno);
  errno = EBUSY;
  sem_post(&checked);
  pthread_join(t, NULL);
  printf("thread: at start %d, after strtol %d, later %d\n", out[0], out[1], out[2]);
  printf("main: %d, another address: %d\n", errno, out[3]);
  return 0;
}
