/* One worker, one task, whose result is asked for; then the pool is joined. */
#define main their_main
#include "tpool/tpool.c"
#undef main
#include <assert.h>

static int number = 3;

static void *twice(void *argument) {
  *(int *)argument *= 2;
  return argument;
}

int main(void) {
  tpool_t pool = tpool_create(1);
  tpool_future_t future = tpool_apply(pool, twice, &number);
  int *result = tpool_future_get(future, 0);
  assert(result == &number && *result == 6);
  tpool_future_destroy(future);
  tpool_join(pool);
  return 0;
}
