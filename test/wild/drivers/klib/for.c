/* Two workers share three rounds of a loop: each round is done once. */
#include "kthread.h"
#include <assert.h>

static int done[3];

static void round_of(void *data, long i, int worker) { __atomic_fetch_add(&done[i], 1, __ATOMIC_RELAXED); }

int main(void) {
  kt_for(2, round_of, 0, 3);
  assert(done[0] == 1 && done[1] == 1 && done[2] == 1);
  return 0;
}
