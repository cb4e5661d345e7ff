/* Two items through two steps with two workers: the second step sees the items in order. */
#include "kthread.h"
#include <assert.h>
#include <stddef.h>

static int items[2], produced, consumed;

static void *step(void *shared, int number, void *item) {
  if (number == 0) return produced < 2 ? &items[produced++] : NULL;
  assert(item == &items[consumed]);
  consumed++;
  return NULL;
}

int main(void) {
  kt_pipeline(2, step, NULL, 2);
  assert(produced == 2 && consumed == 2);
  return 0;
}
