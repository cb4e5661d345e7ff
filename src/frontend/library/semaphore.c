/* Semaphores: the value in the object's first word. A wait is one step that is enabled while the value is above 0 (or the
 * thread is cancelled); a post publishes under the object and every later wait takes that. Errors are errno and -1.
 */
#define _GNU_SOURCE
#include "objects.h"

static int fail(int error) {
  __rvl_set_errno(error);
  return -1;
}

/* The value: only inside a section. */
static unsigned value_of(const struct semaphore *s) {
  unsigned value = s->value;
  if (value == DESTROYED) __rvl_error(RVL_INVALID_SYNC, "the semaphore was destroyed");
  return value;
}

static int take_one(sem_t *sem, enum patience patience) {
  struct semaphore *s = (struct semaphore *)sem;
  int error = 0;
  __rvl_atomic_begin();
  int cancelled = patience != TRY && __rvl_cancel_pending();
  if (!cancelled) {
    unsigned value = value_of(s);
    if (patience != WAIT && value == 0) {
      error = patience == TRY ? EAGAIN : ETIMEDOUT;
    } else {
      __rvl_block_until(value != 0, "semaphore", s);
      s->value = value - 1;
      __rvl_acquire(s, 0);
    }
  }
  __rvl_atomic_end();
  if (cancelled) __rvl_cancel_self();
  return error ? fail(error) : 0;
}

/* Sets the value; EINVAL above SEM_VALUE_MAX. */
int sem_init(sem_t *sem, int shared, unsigned value) {
  (void)shared;
  if (value > SEM_VALUE_MAX) return fail(EINVAL);
  __rvl_atomic_begin();
  __rvl_access_as(RVL_PLAIN, 0); /* as an assignment of the caller: no other thread may use the object yet */
  ((struct semaphore *)sem)->value = value;
  __rvl_atomic_end();
  return 0;
}

/* Using the semaphore afterwards is a violation; waiting threads are not detected. */
int sem_destroy(sem_t *sem) {
  struct semaphore *s = (struct semaphore *)sem;
  __rvl_atomic_begin();
  value_of(s);
  s->value = DESTROYED;
  __rvl_atomic_end();
  return 0;
}

/* Waits until the value is above 0 and takes one; a cancellation point. */
int sem_wait(sem_t *sem) {
  return take_one(sem, WAIT);
}

/* Takes one if the value is above 0, else EAGAIN. */
int sem_trywait(sem_t *sem) {
  return take_one(sem, TRY);
}

/* Takes one if the value is above 0 when the call is scheduled, else ETIMEDOUT; a cancellation point. */
int sem_timedwait(sem_t *restrict sem, const struct timespec *restrict time) {
  return is_valid_time(time) ? take_one(sem, TIMED) : fail(EINVAL);
}

/* As sem_timedwait, on CLOCK_REALTIME or CLOCK_MONOTONIC. */
int sem_clockwait(sem_t *restrict sem, int clock, const struct timespec *restrict time) {
  return is_valid_clock(clock) && is_valid_time(time) ? take_one(sem, TIMED) : fail(EINVAL);
}

/* Adds one; EOVERFLOW at SEM_VALUE_MAX. */
int sem_post(sem_t *sem) {
  struct semaphore *s = (struct semaphore *)sem;
  __rvl_atomic_begin();
  unsigned value = value_of(s);
  int full = value == SEM_VALUE_MAX;
  if (!full) {
    s->value = value + 1;
    __rvl_release(s, 0);
  }
  __rvl_atomic_end();
  return full ? fail(EOVERFLOW) : 0;
}

/* The value at this moment. */
int sem_getvalue(sem_t *restrict sem, int *restrict value) {
  __rvl_atomic_begin();
  int now = (int)value_of((struct semaphore *)sem);
  __rvl_atomic_end();
  *value = now;
  return 0;
}
