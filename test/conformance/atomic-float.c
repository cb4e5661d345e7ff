// link: -latomic
// Atomic float and double: load, store, exchange, compound assignment as one read-modify-write among threads.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static _Atomic double sum;

static void *add(void *arg) {
  for (int i = 0; i < 4; i++) sum += *(double *)arg;
  return NULL;
}

int main(void) {
  _Atomic double d = 1.5;
  d += 2.25;
  d *= 4;
  printf("%g ", d--);
  printf("%g\n", atomic_load(&d));
  _Atomic float f = 8;
  f /= 32;
  f -= 1;
  printf("%g ", (double)atomic_load(&f));
  printf("%g ", (double)atomic_exchange(&f, 0.5f));
  printf("%g\n", (double)atomic_load(&f));

  pthread_t t[2];
  double amounts[] = {0.25, 10};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, add, &amounts[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
  printf("sum %g\n", atomic_load(&sum));
  return 0;
}
