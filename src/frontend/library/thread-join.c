/* Joining and detaching. As in glibc, a joiner registers before it waits, in a separate step: that is how
 * the second of two joiners gets EINVAL. The second of two threads that join each other may get EDEADLK: POSIX does not guarantee it, and
 * glibc, which checks before it registers, may miss it; then both wait forever. Using the identifier of a thread
 * after it was joined, or after it was detached and has finished, is a violation (undefined in POSIX, a crash in glibc).
 */
#define _GNU_SOURCE
#include "objects.h"

struct thread *__rvl_thread_of(pthread_t id) {
  struct thread *thread = (struct thread *)id;
  if (!thread || thread->magic != THREAD_MAGIC) __rvl_error(RVL_INVALID_THREAD, "this is not a thread identifier");
  if (thread->joined) __rvl_error(RVL_INVALID_THREAD, "the thread has been joined: its identifier is no longer valid");
  if (thread->joiner == thread && thread->finished)
    __rvl_error(RVL_INVALID_THREAD, "the thread was detached and has finished: its identifier is no longer valid");
  return thread;
}

/* Why `self` may not join `thread`, or 0. */
static int refusal(struct thread *thread, struct thread *self) {
  if (thread->joiner == thread) return EINVAL;
  if (thread == self) return EDEADLK;
  if (self->joiner == thread && !thread->cancelled && !__rvl_choose(2, "joins of each other are not noticed")) return EDEADLK;
  return thread->joiner ? EINVAL : 0;
}

/* Takes the result of a finished thread and ends its identifier's lifetime. */
static void *collect(struct thread *thread, struct thread *self) {
  __rvl_acquire(thread, EDGE_END);
  thread->joiner = self;
  thread->joined = 1;
  void *result = thread->result;
  thread->result = 0; /* from here on only the joiner has it: if it loses the pointer, that is a leak */
  return result;
}

int __rvl_thread_join(pthread_t id, void **result) {
  struct thread *self = current_thread();
  __rvl_atomic_begin();
  struct thread *thread = __rvl_thread_of(id);
  int error = refusal(thread, self);
  if (!error) thread->joiner = self;
  __rvl_atomic_end();
  if (error) return error;

  void *value = 0;
  __rvl_atomic_begin();
  int cancelled = __rvl_cancel_pending();
  if (cancelled) {
    thread->joiner = 0;
  } else {
    __rvl_waits_for(__rvl_may_be_cancelled() ? -1 : thread->slot);
    __rvl_block_until(thread->finished, "thread", thread);
    value = collect(thread, self);
  }
  __rvl_atomic_end();
  if (cancelled) __rvl_cancel_self();
  if (result) *result = value;
  return 0;
}

int __rvl_thread_detach(pthread_t id) {
  __rvl_atomic_begin();
  struct thread *thread = __rvl_thread_of(id);
  int error = thread->joiner == thread ? EINVAL : 0;
  if (!thread->joiner) thread->joiner = thread;
  __rvl_atomic_end();
  return error;
}

/* Joins in one step if the thread has finished; while it runs, EBUSY or ETIMEDOUT (EINVAL if the time is invalid). */
static int join_now(pthread_t id, void **result, int otherwise) {
  struct thread *self = current_thread();
  void *value = 0;
  __rvl_atomic_begin();
  struct thread *thread = __rvl_thread_of(id);
  int error = otherwise == EBUSY && !thread->finished ? EBUSY : refusal(thread, self);
  if (!error) {
    if (thread->finished) value = collect(thread, self);
    else error = otherwise;
  }
  __rvl_atomic_end();
  if (!error && result) *result = value;
  return error;
}

static int join_until(pthread_t id, void **result, const struct timespec *time) {
  if (!time) return __rvl_thread_join(id, result);
  int valid = is_valid_time(time);
  __rvl_cancellation_point();
  return join_now(id, result, valid ? ETIMEDOUT : EINVAL);
}

/* Two steps: registers as the joiner (EINVAL as in glibc; EDEADLK for oneself, and by choice for a thread that joins the caller), then waits until the thread has finished; a cancellation point. */
int pthread_join(pthread_t thread, void **result) {
  return __rvl_thread_join(thread, result);
}

/* Joins if the thread has finished, else EBUSY (also for oneself and for a detached thread, as in glibc). */
int pthread_tryjoin_np(pthread_t thread, void **result) {
  return join_now(thread, result, EBUSY);
}

/* Joins if the thread has finished when the call is scheduled, else times out; a cancellation point. */
int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *time) {
  return join_until(thread, result, time);
}

/* As pthread_timedjoin_np; EINVAL for a clock other than CLOCK_REALTIME and CLOCK_MONOTONIC. */
int pthread_clockjoin_np(pthread_t thread, void **result, int clock, const struct timespec *time) {
  return is_valid_clock(clock) ? join_until(thread, result, time) : EINVAL;
}

/* Marks the thread as one that no thread joins; EINVAL if it already is. */
int pthread_detach(pthread_t thread) {
  return __rvl_thread_detach(thread);
}
