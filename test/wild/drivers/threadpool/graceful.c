/* Two workers, two tasks, and a shutdown that lets the queue run empty. */
#include "threadpool.h"
#include <assert.h>

static int done[2];

static void task(void *argument) { *(int *)argument += 1; }

int main(void) {
  threadpool_t *pool = threadpool_create(2, 2, 0);
  assert(threadpool_add(pool, task, &done[0], 0) == 0);
  assert(threadpool_add(pool, task, &done[1], 0) == 0);
  assert(threadpool_destroy(pool, threadpool_graceful) == 0);
  assert(done[0] == 1 && done[1] == 1);
  return 0;
}
