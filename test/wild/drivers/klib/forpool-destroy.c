/* A pool of one worker is made and destroyed. */
#include "kthread.h"

int main(void) {
  kt_forpool_destroy(kt_forpool_init(1));
  return 0;
}
