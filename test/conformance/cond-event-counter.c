// An event counter: advance broadcasts, await waits for a value; threads that each wait for their own number print in order
// whatever the order they start in.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 4 };

static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int value;
} events = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};

static void await(int value) {
  pthread_mutex_lock(&events.lock);
  while (events.value < value) pthread_cond_wait(&events.changed, &events.lock);
  pthread_mutex_unlock(&events.lock);
}

static void advance(void) {
  pthread_mutex_lock(&events.lock);
  events.value++;
  pthread_cond_broadcast(&events.changed);
  pthread_mutex_unlock(&events.lock);
}

static void *step(void *arg) {
  int me = (int)(intptr_t)arg;
  for (int round = 0; round < 2; round++) {
    await(round * N + me);
    printf("round %d: thread %d\n", round, me);
    advance();
  }
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (intptr_t i = N - 1; i >= 0; i--) pthread_create(&t[i], NULL, step, (void *)i);
  await(2 * N);
  printf("main saw %d events\n", 2 * N);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
