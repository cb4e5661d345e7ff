/* An immediate shutdown does not wait for what is queued. */
#include "threadpool.h"
#include <assert.h>

static int done;

static void task(void *argument) { *(int *)argument = 1; }

int main(void) {
  threadpool_t *pool = threadpool_create(1, 2, 0);
  assert(threadpool_add(pool, task, &done, 0) == 0);
  assert(threadpool_destroy(pool, 0) == 0);
  assert(done == 1);
  return 0;
}
