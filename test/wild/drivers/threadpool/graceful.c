/* Two workers, one task, and a shutdown that lets the queue run empty. */
#include "threadpool.h"
#include <assert.h>

static int done;

static void task(void *argument) { *(int *)argument += 1; }

int main(void) {
  threadpool_t *pool = threadpool_create(2, 1, 0);
  assert(threadpool_add(pool, task, &done, 0) == 0);
  assert(threadpool_destroy(pool, threadpool_graceful) == 0);
  assert(done == 1);
  return 0;
}
