/* Szymanski's algorithm for two threads: a waiting room with two doors (AGSE, szymanski). Asserted: one is inside at a time. With -DBAD the second does not wait for the first to
   leave. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flag[2], inside;

static void *first(void *arg) {
  flag[0] = 1;
  while (flag[1] >= 3)
    ;
  flag[0] = 3;
  if (flag[1] == 1) {
    flag[0] = 2;
    while (flag[1] != 4)
      ;
  }
  flag[0] = 4;
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  while (2 <= flag[1] && flag[1] <= 3)
    ;
  flag[0] = 0;
  return arg;
}

static void *second(void *arg) {
  flag[1] = 1;
  while (flag[0] >= 3)
    ;
  flag[1] = 3;
  if (flag[0] == 1) {
    flag[1] = 2;
    while (flag[0] != 4)
      ;
  }
  flag[1] = 4;
#ifndef BAD
  while (flag[0] >= 2)
    ;
#endif
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  flag[1] = 0;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
