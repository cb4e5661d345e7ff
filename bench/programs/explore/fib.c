/* Two threads add each other's counter to their own, N times, each addition one atomic section. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 5
#endif

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static int i = 1, j = 1;

static void *first(void *arg) {
  for (int k = 0; k < N; k++) {
    __VERIFIER_atomic_begin();
    i += j;
    __VERIFIER_atomic_end();
  }
  return arg;
}

static void *second(void *arg) {
  for (int k = 0; k < N; k++) {
    __VERIFIER_atomic_begin();
    j += i;
    __VERIFIER_atomic_end();
  }
  return arg;
}

int main(void) {
  pthread_t t[2];
  int most[3] = {0, 1, 1};
  for (int k = 0; k < 2 * N; k++) most[0] = most[1] + most[2], most[1] = most[2], most[2] = most[0];
  pthread_create(&t[0], NULL, first, NULL);
  pthread_create(&t[1], NULL, second, NULL);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  assert(i <= most[2] && j <= most[2]);
  return 0;
}
