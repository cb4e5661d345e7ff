/* A ticket lock for N threads (AGSE, ticket). Asserted: one is inside at a time. With -DBAD the ticket is drawn in two steps. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static atomic_uint next, serving, inside;

static void *work(void *arg) {
#ifdef BAD
  unsigned mine = next;
  next = mine + 1;
#else
  unsigned mine = atomic_fetch_add(&next, 1);
#endif
  while (serving != mine)
    ;
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  atomic_fetch_add(&serving, 1);
  return arg;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
