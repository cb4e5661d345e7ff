/* Asynchronous cancellation: a thread of that type may act on a request before each of its steps, and while a call of it waits.
 *
 * Only programs that set the type link this file. Lowering then adds a call of __rvl_asynchronous_point before every operation of the program's own
 * code that other threads can observe, and before its calls of the library (lower/asynchronous-points.ts). Whether the request has arrived by
 * then is a choice, since it may take any time.
 */
#define _GNU_SOURCE
#include "objects.h"

/* Only inside a section. */
static int arrives(void) {
  if (__rvl_cancel_type != PTHREAD_CANCEL_ASYNCHRONOUS || !__rvl_cancel_requested()) return 0;
  return __rvl_choose(2, "asynchronous cancellation") && __rvl_cancel_pending();
}

void __rvl_asynchronous_point(void) {
  if (__rvl_cancel_type != PTHREAD_CANCEL_ASYNCHRONOUS) return;
  __rvl_atomic_begin();
  int acts = arrives();
  __rvl_atomic_end();
  if (acts) __rvl_cancel_self();
}

void __rvl_act_while_waiting(void) {
  if (!arrives()) return;
  __rvl_atomic_end();
  __rvl_cancel_self();
}

/* Sets the type; an asynchronous thread may act before each of its steps, and while it waits; EINVAL for another value. */
int pthread_setcanceltype(int new, int *old) {
  if (new != PTHREAD_CANCEL_DEFERRED && new != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  int before = __rvl_cancel_type;
  __rvl_cancel_type = new;
  if (old) *old = before;
  __rvl_act_if_asynchronous();
  return 0;
}
