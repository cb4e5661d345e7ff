// glibc only
// What glibc answers where POSIX says a program is wrong: joining oneself, joining or detaching a detached thread.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t go, done;

static void *blocked(void *arg) {
  sem_wait(&go);
  sem_post(&done);
  return arg;
}

static void *joiner(void *arg) {
  (void)arg;
  printf("join oneself in a thread: %d\n", pthread_join(pthread_self(), NULL));
  return NULL;
}

int main(void) {
  pthread_t t;
  sem_init(&go, 0, 0);
  sem_init(&done, 0, 0);
  printf("join oneself in main: %d\n", pthread_join(pthread_self(), NULL));
  pthread_create(&t, NULL, joiner, NULL);
  printf("join the thread: %d\n", pthread_join(t, NULL));

  pthread_create(&t, NULL, blocked, NULL);
  printf("detach: %d\n", pthread_detach(t));
  printf("detach again: %d\n", pthread_detach(t));
  printf("join a detached thread: %d\n", pthread_join(t, NULL));
  sem_post(&go);
  sem_wait(&done);
  return 0;
}
