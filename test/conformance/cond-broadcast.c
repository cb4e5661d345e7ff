// pthread_cond_broadcast wakes all waiters: three threads report that they wait, one broadcast lets all go; twice.
#include <pthread.h>
#include <stdio.h>

enum { N = 3 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t open_gate = PTHREAD_COND_INITIALIZER, arrival = PTHREAD_COND_INITIALIZER;
static int waiting, gate, passed;

static void *visitor(void *arg) {
  for (int round = 1; round <= 2; round++) {
    pthread_mutex_lock(&lock);
    waiting++;
    pthread_cond_signal(&arrival);
    while (gate < round) pthread_cond_wait(&open_gate, &lock);
    passed++;
    pthread_cond_signal(&arrival);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, visitor, NULL);
  for (int round = 1; round <= 2; round++) {
    pthread_mutex_lock(&lock);
    while (waiting < N * round) pthread_cond_wait(&arrival, &lock);
    printf("waiting %d, passed %d\n", waiting, passed);
    gate = round;
    printf("broadcast %d\n", pthread_cond_broadcast(&open_gate));
    while (passed < N * round) pthread_cond_wait(&arrival, &lock);
    printf("passed %d\n", passed);
    pthread_mutex_unlock(&lock);
  }
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  printf("destroy %d\n", pthread_cond_destroy(&open_gate));
  return 0;
}
