/* Cancellation requests. They are in a separate file: in programs without it no thread is cancelled, so that a join waits until the thread ends. */
#define _GNU_SOURCE
#include "objects.h"

void __rvl_cancels(void) {}

/* Sets the target's flag: one step; 0 even if it has already finished. */
int pthread_cancel(pthread_t id) {
  __rvl_atomic_begin();
  struct thread *thread = __rvl_thread_of(id);
  thread->cancelled = 1;
  __rvl_release(thread, EDGE_CANCEL);
  int is_self = thread == current_thread();
  __rvl_atomic_end();
  if (is_self) __rvl_act_if_asynchronous();
  return 0;
}
