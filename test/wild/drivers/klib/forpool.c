/* A pool of two workers does one loop of two rounds. */
#include "kthread.h"
#include <assert.h>

static int done[2];

static void round_of(void *data, long i, int worker) { __atomic_fetch_add(&done[i], 1, __ATOMIC_RELAXED); }

int main(void) {
  void *pool = kt_forpool_init(2);
  kt_forpool(pool, round_of, 0, 2);
  assert(done[0] == 1 && done[1] == 1);
  kt_forpool_destroy(pool);
  return 0;
}
