/* pthread_once: 0 is new, DONE is done, anything else is the slot of the thread that runs the routine now. The routine runs
 * outside any section; if it is cancelled or exits its thread, the next caller starts it again.
 */
#include "objects.h"

enum { NEW = 0, DONE = 2, RUNNING = 4 };

static void start_afresh(void *control) {
  __rvl_atomic_begin();
  *(pthread_once_t *)control = NEW;
  __rvl_release(control, 0);
  __rvl_atomic_end();
}

int __rvl_once(pthread_once_t *control, void (*routine)(void)) {
  int self = RUNNING + __rvl_slot();
  __rvl_atomic_begin();
  int state = *control;
  if (state == self) __rvl_error(RVL_SELF_DEADLOCK, "the routine of pthread_once calls pthread_once for itself");
  __rvl_waits_for(state >= RUNNING ? state - RUNNING : -1);
  __rvl_block_until(state == NEW || state == DONE, "once", control);
  if (state == NEW) *control = self;
  __rvl_acquire(control, 0);
  __rvl_atomic_end();
  if (state == DONE) return 0;

  __rvl_cleanup_push(start_afresh, control);
  routine();
  __rvl_cleanup_pop(0);

  __rvl_atomic_begin();
  *control = DONE;
  __rvl_release(control, 0);
  __rvl_atomic_end();
  return 0;
}

/* The first caller runs the routine between two steps; the others wait until it has returned. */
int pthread_once(pthread_once_t *control, void (*routine)(void)) {
  return __rvl_once(control, routine);
}
