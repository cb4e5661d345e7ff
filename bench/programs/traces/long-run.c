/* Four threads, N rounds each: a round locks, reads and writes the account of the round, and unlocks. With N = 125 a run has 2,000 steps. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 125
#endif
#define ACCOUNTS 16

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int account[ACCOUNTS];

static void *work(void *arg) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    account[i % ACCOUNTS] += 1;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  assert(account[0] > 0);
  return 0;
}
