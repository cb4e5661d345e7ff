/* 15 threads besides main, each with 170 rounds of four visible operations: some more than 10,000 steps in all, for the speed of the debugger. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work(void *unused) {
  for (int i = 0; i < 170; i++) {
    pthread_mutex_lock(&lock);
    total += i;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[15];
  for (int i = 0; i < 15; i++) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < 15; i++) pthread_join(threads[i], NULL);
  return 0;
}
