/* Two threads work off N jobs each. The second looks once whether the first has begun; if not, it takes the whole batch for itself, which is the bug: no run in
   which the first begins first shows it. Shared accesses of a run: 8 + 4 N, in two threads and main. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 5
#endif

static atomic_int begun, owner, width, height, area;
static atomic_int done;

static void *first(void *arg) {
  begun = 1;
  width = 2;
  height = 3;
  for (int i = 0; i < N; i++) done = done + 1;
  return arg;
}

static void *second(void *arg) {
  if (begun == 0) owner = 2;
  area = width * height;
  for (int i = 0; i < N; i++) done = done + 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(owner == 0);
  return 0;
}
