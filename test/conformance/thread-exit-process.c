// exit: 3
// exit called in a thread ends the whole process with its status, although main waits and another thread is blocked;
// exit handlers run in the calling thread, and buffered output is written.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

static sem_t never;
static pthread_t quitter;

static void at_end(void) { printf("handler runs in the thread that called exit: %d\n", pthread_equal(pthread_self(), quitter) != 0); }

static void *blocked(void *arg) {
  sem_wait(&never);
  printf("not reached\n");
  return arg;
}

static void *quit(void *arg) {
  (void)arg;
  quitter = pthread_self();
  printf("before exit\n");
  exit(3);
}

int main(void) {
  pthread_t a, b;
  sem_init(&never, 0, 0);
  atexit(at_end);
  pthread_create(&a, NULL, blocked, NULL);
  pthread_create(&b, NULL, quit, NULL);
  pthread_join(b, NULL);
  sem_wait(&never);
  printf("not reached\n");
  return 0;
}
