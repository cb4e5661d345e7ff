/* Condition variables (docs/adr/0003-library-models-in-c.md).
 *
 * wait is two steps: release the mutex and set the thread's bit in the object; then, when woken and the mutex is free, take it. signal clears
 * one chosen bit and wakes exactly that thread, broadcast wakes all; each wake-up is a happens-before edge to its waiter. A
 * waiter that leaves without being woken (time-out, cancellation) clears its bit in a separate step and takes the mutex in a
 * third: a signal between the two does not wake it.
 *
 * A spurious wake-up clears the bit and takes the mutex in one step: a signal in between would wake another waiter, or lead to the same state.
 * If wake-ups may be spurious, none of them orders anything: the waiter may have woken spuriously just before the signal. A spurious wake-up
 * may happen, but need not: before a waiter can be part of a deadlock, it decides, in a separate step, not to wake spuriously any
 * more (only if runs consist of steps; the solver decides that for the staged engine).
 *
 * A recursive mutex that is held more than once remains locked during the wait, as in glibc.
 */
#define _GNU_SOURCE
#include "objects.h"

unsigned char __rvl_awake[SLOTS];

static void enter(struct condition *c, int slot) {
  c->waiting[slot / 64] |= 1ull << slot % 64;
  __rvl_awake[slot] = 0;
}

static void leave(struct condition *c, int slot) {
  c->waiting[slot / 64] &= ~(1ull << slot % 64);
}

static void wake(struct condition *c, int slot) {
  __rvl_awake[slot] = 1;
  __rvl_release(c, slot);
}

/* Only inside a section. */
static void check_alive(const struct condition *c) {
  if (c->clock == DESTROYED) __rvl_error(RVL_INVALID_SYNC, "the condition variable was destroyed");
}

/* The waiter has left without being woken. */
static int give_up(pthread_mutex_t *mutex, int cancelled) {
  __rvl_atomic_begin();
  int error = __rvl_mutex_resume(mutex);
  __rvl_atomic_end();
  if (cancelled) __rvl_cancel_self();
  return error ? error : ETIMEDOUT;
}

int __rvl_condition_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, int timed) {
  struct condition *c = (struct condition *)condition;
  int slot = current_slot();
  __rvl_atomic_begin();
  check_alive(c);
  enter(c, slot); /* before the mutex is released, which publishes it: a thread that locks the mutex next may wake all waiters and free the object */
  int error = __rvl_mutex_suspend(mutex);
  if (error) leave(c, slot);
  __rvl_atomic_end();
  if (error) return error;

  for (int restless = 1, waits = 1; waits;) {
    __rvl_atomic_begin();
    int woken = __rvl_awake[slot];
    int cancelled = !woken && __rvl_cancel_pending();
    /* No branches, whose paths a symbolic engine would have to merge. */
    int may_be_spurious = __rvl_option(RVL_SPURIOUS);
    int free = may_be_spurious & restless & !woken & !cancelled & !__rvl_option(RVL_WAKES_IN_VAIN);
    int spurious = __rvl_choose(1 + free, "spurious wake-up");
    waits = 0;
    if (!woken & !spurious & (cancelled | timed)) {
      leave(c, slot);
      __rvl_atomic_end(); /* on this path only: on the other one the thread is known to hold the mutex */
      return give_up(mutex, cancelled);
    }
    if (__rvl_option(RVL_STEPWISE) && free && !spurious && __rvl_choose(2, "no spurious wake-up")) {
      restless = 0;
      waits = 1;
    } else {
      if (spurious) leave(c, slot);
      __rvl_mutex_name_holder(mutex);
      __rvl_block_until(woken | spurious, "condition variable", c);
      if (!may_be_spurious || (woken && __rvl_option(RVL_WAKES_ORDER))) __rvl_acquire(c, slot);
      error = __rvl_mutex_resume(mutex);
    }
    __rvl_atomic_end();
  }
  return error;
}

enum { WORDS = SLOTS / 64 };

static int count_waiters(const struct condition *c) {
  int waiters = 0;
  for (int word = 0; word < WORDS; word++) waiters += __builtin_popcountll(c->waiting[word]);
  return waiters;
}

/* Wakes the k-th waiter in the order of slots. Slot by slot, so that every address is constant to a symbolic engine. */
static void wake_nth(struct condition *c, int k) {
  for (int word = 0; word < WORDS; word++) {
    unsigned long long bits = c->waiting[word];
    for (int bit = 0; bit < 64 && bits >> bit; bit++) {
      if (bits >> bit & 1 && k-- == 0) {
        leave(c, word * 64 + bit);
        wake(c, word * 64 + bit);
        return;
      }
    }
  }
}

int __rvl_condition_signal(pthread_cond_t *condition) {
  struct condition *c = (struct condition *)condition;
  __rvl_atomic_begin();
  check_alive(c);
  int waiters = count_waiters(c);
  if (waiters) wake_nth(c, waiters > 1 ? __rvl_choose(waiters, "waiter to wake") : 0);
  __rvl_atomic_end();
  return 0;
}

int __rvl_condition_broadcast(pthread_cond_t *condition) {
  struct condition *c = (struct condition *)condition;
  __rvl_atomic_begin();
  check_alive(c);
  unsigned long long waiting[WORDS];
  for (int word = 0; word < WORDS; word++) {
    waiting[word] = c->waiting[word];
    if (waiting[word]) c->waiting[word] = 0;
  }
  for (int word = 0; word < WORDS; word++) {
    unsigned long long bits = waiting[word];
    for (int bit = 0; bit < 64 && bits >> bit; bit++)
      if (bits >> bit & 1) wake(c, word * 64 + bit);
  }
  __rvl_atomic_end();
  return 0;
}

int __rvl_condition_init(pthread_cond_t *condition, int clock) {
  struct condition *c = (struct condition *)condition;
  __rvl_atomic_begin();
  __rvl_access_as(RVL_PLAIN, 0); /* as an assignment of the caller: no other thread may use the object yet */
  c->clock = clock;
  for (int word = 0; word < WORDS; word++) c->waiting[word] = 0;
  __rvl_atomic_end();
  return 0;
}

int __rvl_condition_destroy(pthread_cond_t *condition) {
  struct condition *c = (struct condition *)condition;
  __rvl_atomic_begin();
  check_alive(c);
  if (count_waiters(c)) __rvl_error(RVL_DESTROY_BUSY, "a thread still waits for the condition variable");
  c->clock = DESTROYED;
  __rvl_atomic_end();
  return 0;
}

/* Initialises the object; the clock of the attributes has no effect. */
int pthread_cond_init(pthread_cond_t *restrict condition, const pthread_condattr_t *restrict attr) {
  return __rvl_condition_init(condition, attr ? *(const int *)attr >> 1 : 0);
}

/* A violation while a thread waits (glibc would block, POSIX leaves it undefined); using the object afterwards also is. */
int pthread_cond_destroy(pthread_cond_t *condition) {
  return __rvl_condition_destroy(condition);
}

/* Wakes one chosen waiter, if there is one; the choice is explored. */
int pthread_cond_signal(pthread_cond_t *condition) {
  return __rvl_condition_signal(condition);
}

/* Wakes all waiters. */
int pthread_cond_broadcast(pthread_cond_t *condition) {
  return __rvl_condition_broadcast(condition);
}

/* Two steps: releases the mutex and waits; when woken and the mutex is free, takes it. A cancellation point. */
int pthread_cond_wait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex) {
  return __rvl_condition_wait(condition, mutex, 0);
}

/* As pthread_cond_wait, but times out if it is scheduled before it is woken; EINVAL for an invalid time. */
int pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, const struct timespec *restrict time) {
  return is_valid_time(time) ? __rvl_condition_wait(condition, mutex, 1) : EINVAL;
}

/* As pthread_cond_timedwait; EINVAL for a clock other than CLOCK_REALTIME and CLOCK_MONOTONIC. */
int pthread_cond_clockwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex, int clock, const struct timespec *restrict time) {
  return is_valid_time(time) && is_valid_clock(clock) ? __rvl_condition_wait(condition, mutex, 1) : EINVAL;
}

/* The default attributes. */
int pthread_condattr_init(pthread_condattr_t *attr) {
  *(int *)attr = 0;
  return 0;
}

/* Nothing to free; returns 0. */
int pthread_condattr_destroy(pthread_condattr_t *attr) {
  (void)attr;
  return 0;
}

/* Whether processes share it. */
int pthread_condattr_getpshared(const pthread_condattr_t *restrict attr, int *restrict shared) {
  *shared = *(const int *)attr & 1;
  return 0;
}

/* Sets whether processes share it; no effect. */
int pthread_condattr_setpshared(pthread_condattr_t *attr, int shared) {
  if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
  *(int *)attr = (*(int *)attr & ~1) | shared;
  return 0;
}

/* The clock of timed waits. */
int pthread_condattr_getclock(const pthread_condattr_t *restrict attr, int *restrict clock) {
  *clock = *(const int *)attr >> 1;
  return 0;
}

/* Sets the clock of timed waits, without effect; EINVAL for one that is neither CLOCK_REALTIME nor CLOCK_MONOTONIC. */
int pthread_condattr_setclock(pthread_condattr_t *attr, int clock) {
  if (!is_valid_clock(clock)) return EINVAL;
  *(int *)attr = (*(int *)attr & 1) | clock << 1;
  return 0;
}
