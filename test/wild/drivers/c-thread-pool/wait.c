/* One worker, one job: wait for it, then take the pool down. */
#include "thpool.h"
#include <assert.h>

static int ran;

static void job(void *argument) {
  (void)argument;
  ran = 1;
}

int main(void) {
  threadpool pool = thpool_init(1);
  thpool_add_work(pool, job, 0);
  thpool_wait(pool);
  assert(ran == 1);
  thpool_destroy(pool);
  return 0;
}
