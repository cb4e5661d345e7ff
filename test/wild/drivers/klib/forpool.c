/* A pool of two workers does a loop of one round. */
#include "kthread.h"
#include <assert.h>

static int done;

static void round_of(void *data, long i, int worker) { __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED); }

int main(void) {
  void *pool = kt_forpool_init(2);
  kt_forpool(pool, round_of, 0, 1);
  assert(done == 1);
  kt_forpool_destroy(pool);
  return 0;
}
