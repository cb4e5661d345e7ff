// pthread_cond_{wait,signal} with a predicate: two threads take turns; wait gives the mutex back while it waits and holds it
// when it returns. Static and dynamic initialisation, destroy.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ping = PTHREAD_COND_INITIALIZER, pong;
static int turn;
static int wait_sum, signal_sum;

static void *child(void *arg) {
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock);
    while (turn != 1) wait_sum += pthread_cond_wait(&ping, &lock);
    printf("pong %d\n", i);
    turn = 0;
    signal_sum += pthread_cond_signal(&pong);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t t;
  printf("init %d\n", pthread_cond_init(&pong, NULL));
  printf("signal nobody %d\n", pthread_cond_signal(&pong));
  printf("broadcast to nobody %d\n", pthread_cond_broadcast(&pong));
  pthread_create(&t, NULL, child, NULL);
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&lock);
    printf("ping %d\n", i);
    turn = 1;
    signal_sum += pthread_cond_signal(&ping);
    while (turn != 0) wait_sum += pthread_cond_wait(&pong, &lock);
    printf("held after wait: %d\n", pthread_mutex_trylock(&lock));
    pthread_mutex_unlock(&lock);
  }
  pthread_join(t, NULL);
  printf("all waits %d, all signals %d\n", wait_sum, signal_sum);
  printf("destroy %d\n", pthread_cond_destroy(&pong));
  printf("destroy static %d\n", pthread_cond_destroy(&ping));
  printf("init again %d\n", pthread_cond_init(&pong, NULL));
  printf("destroy again %d\n", pthread_cond_destroy(&pong));
  return 0;
}
