// exit: 5
// Returning from main ends the process with that status while other threads are blocked.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t started, never;

static void *blocked(void *arg) {
  sem_post(&started);
  sem_wait(&never);
  printf("not reached\n");
  return arg;
}

int main(void) {
  pthread_t t[2];
  sem_init(&started, 0, 0);
  sem_init(&never, 0, 0);
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, blocked, NULL);
  for (int i = 0; i < 2; i++) sem_wait(&started);
  printf("both started\n");
  return 5;
}
