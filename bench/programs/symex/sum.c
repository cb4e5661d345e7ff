/* N threads; each adds its number to a sum, in one step (PDPOR, Table 2, sum-N). Asserted: the total. With -DBAD the addition is two steps. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include "section.h"

#ifndef N
#define N 6
#endif

#ifdef BAD
static atomic_int sum;
#else
static int sum;
#endif

static void *add(void *arg) {
  int id = (int)(size_t)arg;
#ifdef BAD
  sum = sum + id;
#else
  BEGIN;
  sum += id;
  END;
#endif
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (size_t i = 0; i < N; i++) pthread_create(&t[i], NULL, add, (void *)(i + 1));
  for (size_t i = 0; i < N; i++) pthread_join(t[i], NULL);
  assert(sum == N * (N + 1) / 2);
  return 0;
}
