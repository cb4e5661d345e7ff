/* N threads read a number twice while another one counts it up (AGSE, readreadwrite). Asserted: it does not go back. With -DBAD the writer counts down once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static atomic_int x;

static void *read(void *arg) {
  int before = x, after = x;
  assert(before <= after);
  return arg;
}

static void *write(void *arg) {
  x = 1;
#ifdef BAD
  x = 0;
#endif
  x = 2;
  return arg;
}

int main(void) {
  pthread_t t[N], w;
  pthread_create(&w, NULL, write, NULL);
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, read, NULL);
  pthread_join(w, NULL);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
