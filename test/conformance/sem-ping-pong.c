// Semaphores order threads: three threads in a ring print in turn; a wait by one thread is released by another's post.
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 3, ROUNDS = 3 };

static sem_t turns[N];

static void *work(void *arg) {
  int me = (int)(intptr_t)arg;
  for (int round = 0; round < ROUNDS; round++) {
    sem_wait(&turns[me]);
    printf("round %d, thread %d\n", round, me);
    sem_post(&turns[(me + 1) % N]);
  }
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) sem_init(&turns[i], 0, i == 0);
  for (intptr_t i = 0; i < N; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  for (int i = 0; i < N; i++) {
    int value = -1;
    sem_getvalue(&turns[i], &value);
    printf("value %d\n", value);
    printf("destroy %d\n", sem_destroy(&turns[i]));
  }
  return 0;
}
