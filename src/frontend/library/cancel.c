/* Cancellation and cleanup handlers.
 *
 * A request is a flag in the target's control block; the target's state and type are private to it. It acts at cancellation points: those
 * that wait (join, condition and semaphore waits) include the flag in their condition; the others (sleep, read …) call
 * __rvl_cancellation_point, one step. A thread of asynchronous type may act before every step
 * (cancel-asynchronous.c), and acts when it becomes asynchronous or enables cancellation.
 *
 * Handlers form a stack private to the thread. A handler of _pthread_cleanup_push is a routine and its argument. A handler of glibc's macros
 * in preprocessed text is a jump buffer (__pthread_register_cancel): unwinding jumps into the function that registered it, which
 * runs the routine and returns through __pthread_unwind_next.
 */
#define _GNU_SOURCE
#include "objects.h"
#include <setjmp.h>

struct unwind_buffer {
  struct {
    __jmp_buf jump;
    int mask_was_saved;
  } cancel[1];
  void *pad[4];
};

static _Thread_local int state, exiting;
_Thread_local int __rvl_cancel_type;
static _Thread_local void *exit_value;

enum { DEPTH = 64 };
static _Thread_local struct {
  void (*routine)(void *); /* null: a jump */
  void *argument;          /* of the routine, or the jump buffer */
} handlers[DEPTH];
static _Thread_local int depth;

int __rvl_cancel_requested(void) {
  return current_thread()->cancelled && state == PTHREAD_CANCEL_ENABLE && !exiting;
}

int __rvl_cancel_pending(void) {
  if (!__rvl_cancel_requested()) return 0;
  __rvl_acquire(current_thread(), EDGE_CANCEL);
  return 1;
}

int __rvl_may_be_cancelled(void) {
  return __rvl_cancels && state == PTHREAD_CANCEL_ENABLE && !exiting;
}

_Noreturn void __rvl_cancel_self(void) {
  __rvl_thread_unwind(PTHREAD_CANCELED);
}

void __rvl_cancellation_point(void) {
  __rvl_atomic_begin();
  int pending = __rvl_cancel_pending();
  __rvl_atomic_end();
  if (pending) __rvl_cancel_self();
}

/* Runs the remaining handlers, then ends the thread. */
static _Noreturn void unwind(void) {
  while (depth > 0) {
    depth--;
    if (!handlers[depth].routine) __rvl_longjmp(handlers[depth].argument, 1);
    handlers[depth].routine(handlers[depth].argument);
  }
  __rvl_thread_finish(exit_value);
}

_Noreturn void __rvl_thread_unwind(void *result) {
  /* The usual case: no handler is left. Main continues with the exit handlers, in which it must no longer be cancelled. */
  if (depth == 0 && !__rvl_run_destructors && current_thread() != &__rvl_main_thread) __rvl_thread_finish(result);
  exiting = 1;
  exit_value = result;
  unwind();
}

void __rvl_cleanup_push(void (*routine)(void *), void *argument) {
  if (depth == DEPTH) __rvl_unsupported("more than 64 nested cleanup handlers");
  handlers[depth].routine = routine;
  handlers[depth].argument = argument;
  depth++;
}

void __rvl_cleanup_pop(int execute) {
  depth--;
  if (execute) handlers[depth].routine(handlers[depth].argument);
}

void __rvl_act_if_asynchronous(void) {
  if (__rvl_cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS) __rvl_cancellation_point();
}

/* Enables or disables acting on requests, which stay pending; EINVAL for another value. */
int pthread_setcancelstate(int new, int *old) {
  if (new != PTHREAD_CANCEL_ENABLE && new != PTHREAD_CANCEL_DISABLE) return EINVAL;
  int before = state;
  state = new;
  if (old) *old = before;
  __rvl_act_if_asynchronous();
  return 0;
}

/* Reads the thread's own flag: one step, the end of the thread if it is set and cancellation enabled. */
void pthread_testcancel(void) {
  __rvl_cancellation_point();
}

/* Puts a handler on the thread's stack (what pthread_cleanup_push expands to). */
void _pthread_cleanup_push(struct _pthread_cleanup_buffer *buffer, void (*routine)(void *), void *argument) {
  (void)buffer;
  __rvl_cleanup_push(routine, argument);
}

/* Takes the handler off the stack and runs it if asked to. */
void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *buffer, int execute) {
  (void)buffer;
  __rvl_cleanup_pop(execute);
}

/* As _pthread_cleanup_push, and makes cancellation deferred. */
void _pthread_cleanup_push_defer(struct _pthread_cleanup_buffer *buffer, void (*routine)(void *), void *argument) {
  __rvl_cleanup_push(routine, argument);
  buffer->__canceltype = __rvl_cancel_type;
  __rvl_cancel_type = PTHREAD_CANCEL_DEFERRED;
}

/* As _pthread_cleanup_pop, after restoring the cancellation type. */
void _pthread_cleanup_pop_restore(struct _pthread_cleanup_buffer *buffer, int execute) {
  __rvl_cancel_type = buffer->__canceltype;
  __rvl_cleanup_pop(execute);
  __rvl_act_if_asynchronous();
}

/* Puts glibc's jump buffer on the stack of handlers (pthread_cleanup_push of preprocessed text). */
void __pthread_register_cancel(struct unwind_buffer *buffer) {
  __rvl_cleanup_push(0, buffer);
}

/* Takes it off the stack. */
void __pthread_unregister_cancel(struct unwind_buffer *buffer) {
  (void)buffer;
  __rvl_cleanup_pop(0);
}

/* As __pthread_register_cancel, and makes cancellation deferred. */
void __pthread_register_cancel_defer(struct unwind_buffer *buffer) {
  __rvl_cleanup_push(0, buffer);
  buffer->pad[0] = (void *)(uintptr_t)__rvl_cancel_type;
  __rvl_cancel_type = PTHREAD_CANCEL_DEFERRED;
}

/* As __pthread_unregister_cancel, and restores the cancellation type. */
void __pthread_unregister_cancel_restore(struct unwind_buffer *buffer) {
  __rvl_cleanup_pop(0);
  __rvl_cancel_type = (int)(uintptr_t)buffer->pad[0];
  __rvl_act_if_asynchronous();
}

/* Continues with the next handler after one that was jumped to. */
_Noreturn void __pthread_unwind_next(struct unwind_buffer *buffer) {
  (void)buffer;
  unwind();
}
