/* Two threads add each other's number to their own, N times; each access is a step. Asserted: no sum exceeds the greatest possible one (with -DBAD:
   one less). */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 5
#endif

static int i = 1, j = 1;

static void *first(void *arg) {
  for (int k = 0; k < N; k++) i += j;
  return arg;
}

static void *second(void *arg) {
  for (int k = 0; k < N; k++) j += i;
  return arg;
}

int main(void) {
  int a = 1, most = 1;
  for (int k = 0; k < 2 * N; k++) {
    int sum = a + most;
    a = most;
    most = sum;
  }
#ifdef BAD
  most--;
#endif
  pthread_t t[2];
  pthread_create(&t[0], NULL, first, NULL);
  pthread_create(&t[1], NULL, second, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  assert(i <= most && j <= most);
  return 0;
}
