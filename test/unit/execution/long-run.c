/* Runs for ever: for tests that need many steps. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static char text[64];

static int deep(int n, int *sum) {
  int local[4] = {n, n + 1, n + 2, n + 3};
  if (n == 0) return *sum;
  *sum += local[n & 3];
  return deep(n - 1, sum);
}

static void *work(void *arg) {
  for (unsigned i = 0;; i++) {
    int *cell = malloc(sizeof *cell);
    *cell = (int)i;
    pthread_mutex_lock(&lock);
    int sum = counter & 7;
    counter = deep(sum, cell) & 1023;
    memset(text, (int)i & 127, sizeof text);
    pthread_mutex_unlock(&lock);
    free(cell);
  }
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  work(NULL);
  return 0;
}
