// exit: 8
// _exit in main ends the process at once: no exit handler, no destructor, and blocked threads do not matter.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static sem_t never;

static void handler(void) {
  printf("not reached\n");
  fflush(stdout);
}

static void *blocked(void *arg) {
  sem_wait(&never);
  handler();
  return arg;
}

int main(void) {
  pthread_t t;
  sem_init(&never, 0, 0);
  atexit(handler);
  pthread_create(&t, NULL, blocked, NULL);
  printf("main ends the process\n");
  fflush(stdout);
  _exit(8);
}
