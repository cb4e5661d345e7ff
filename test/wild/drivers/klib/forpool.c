/* A pool of two workers does a loop of one round; the process ends with the pool. */
#include "kthread.h"
#include <assert.h>

static int done;

static void round_of(void *data, long i, int worker) { __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED); }

int main(void) {
  kt_forpool(kt_forpool_init(2), round_of, 0, 1);
  assert(done == 1);
  return 0;
}
