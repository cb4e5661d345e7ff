// pthread_kill with signal 0 only tests: 0 for oneself and for a live thread, EINVAL for a signal that does not exist.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>

static sem_t go;

static void *blocked(void *arg) {
  while (sem_wait(&go) != 0) {}
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&go, 0, 0);
  pthread_create(&t, NULL, blocked, NULL);
  printf("oneself: %d\n", pthread_kill(pthread_self(), 0));
  printf("live thread: %d\n", pthread_kill(t, 0));
  printf("no such signal: %d\n", pthread_kill(t, 9999));
  printf("negative: %d\n", pthread_kill(pthread_self(), -1));
  sem_post(&go);
  printf("join: %d\n", pthread_join(t, NULL));
  return 0;
}
