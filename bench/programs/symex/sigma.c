/* N threads mark one cell each of an array on the heap, at an index that they share (AGSE, sigma). Asserted: all cells are marked. With -DBAD the index is read and advanced
   in two steps. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif

static atomic_int *array;
static atomic_int next;

static void *mark(void *arg) {
#ifdef BAD
  int at = next;
  array[at] = 1;
  next = at + 1;
#else
  array[atomic_fetch_add(&next, 1)] = 1;
#endif
  return arg;
}

int main(void) {
  pthread_t t[N];
  array = calloc(N, sizeof *array);
  if (array == NULL) return 1;
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, mark, NULL);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  int sum = 0;
  for (int i = 0; i < N; i++) sum += array[i];
  assert(sum == N);
  free(array);
  return 0;
}
