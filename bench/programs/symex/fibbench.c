/* Two threads add each other's number to their own, N times; main looks at both while they run (AGSE, fibbench). Asserted: neither is above the Fibonacci number that the best
   alternation reaches. With -DBAD the bound is one lower. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int i = 1, j = 1;

static void *first(void *arg) {
  for (int k = 0; k < N; k++) i = i + j;
  return arg;
}

static void *second(void *arg) {
  for (int k = 0; k < N; k++) j = j + i;
  return arg;
}

static int bound(void) {
  int before = 1, now = 1;
  for (int k = 0; k < 2 * N; k++) {
    int next = before + now;
    before = now;
    now = next;
  }
#ifdef BAD
  return now - 1;
#else
  return now;
#endif
}

int main(void) {
  pthread_t a, b;
  int most = bound();
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  int x = i, y = j;
  assert(x <= most && y <= most);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(i <= most && j <= most);
  return 0;
}
