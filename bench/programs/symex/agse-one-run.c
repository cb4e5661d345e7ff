/* N threads change shared variables in many orders; what is asserted depends on none of them: one run is enough with slicing (AGSE, section 6.1). With -DBAD it depends on one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static atomic_int a, b;

static void *work(void *arg) {
  int me = (int)(size_t)arg;
  a = b + me;
  b = a - 1;
  int own = 3 * me;
#ifdef BAD
  own = own + b - a;
#endif
  assert(own >= me);
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (size_t i = 0; i < N; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (size_t i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
