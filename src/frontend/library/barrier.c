/* Barriers: the last thread to arrive wakes all waiters, one bit per slot, and is the serial thread, as in glibc. Waiters wait for
 * their own flag, so that the barrier may be destroyed or used again before the last of them has continued.
 *
 * Happens-before: arrivals publish under (barrier, 0); the last one acquires them all and publishes them to each waiter under its own
 * index, so that a slow waiter is not ordered after arrivals of the next use.
 */
#define _GNU_SOURCE
#include "objects.h"

enum { WORDS = sizeof((struct barrier *)0)->waiting / sizeof(unsigned), EDGE_ARRIVALS = 0, EDGE_WAITER = 1 };

static void let_through(struct barrier *b) {
  unsigned waiting[WORDS];
  for (int word = 0; word < WORDS; word++) {
    waiting[word] = b->waiting[word];
    if (waiting[word]) b->waiting[word] = 0;
  }
  b->arrived = 0;
  for (int word = 0; word < WORDS; word++) {
    unsigned bits = waiting[word];
    for (int bit = 0; bit < 32 && bits >> bit; bit++) {
      if (!(bits >> bit & 1)) continue;
      __rvl_awake[word * 32 + bit] = 1;
      __rvl_release(b, EDGE_WAITER + word * 32 + bit);
    }
  }
}

/* Only inside a section. */
static void check_alive(const struct barrier *b) {
  if (b->count == 0) __rvl_error(RVL_INVALID_SYNC, "the barrier is not initialised, or was destroyed");
}

/* Initialises the barrier; EINVAL for a count of 0 or of 2147483647 and more. */
int pthread_barrier_init(pthread_barrier_t *restrict barrier, const pthread_barrierattr_t *restrict attr, unsigned count) {
  struct barrier *b = (struct barrier *)barrier;
  (void)attr;
  if (count == 0 || count >= 0x7fffffff) return EINVAL;
  __rvl_atomic_begin();
  __rvl_access_as(RVL_PLAIN, 0); /* as an assignment of the caller: no other thread may use the object yet */
  b->count = count;
  b->arrived = 0;
  for (int word = 0; word < WORDS; word++) b->waiting[word] = 0;
  __rvl_atomic_end();
  return 0;
}

/* A violation while threads wait for others to arrive (undefined in POSIX); those already let through do not matter. */
int pthread_barrier_destroy(pthread_barrier_t *barrier) {
  struct barrier *b = (struct barrier *)barrier;
  __rvl_atomic_begin();
  check_alive(b);
  if (b->arrived) __rvl_error(RVL_DESTROY_BUSY, "a thread still waits at the barrier");
  b->count = 0;
  __rvl_atomic_end();
  return 0;
}

/* Two steps: arrives, then waits until the last has arrived; the last needs one and gets PTHREAD_BARRIER_SERIAL_THREAD. */
int pthread_barrier_wait(pthread_barrier_t *barrier) {
  struct barrier *b = (struct barrier *)barrier;
  int slot = current_slot();
  __rvl_atomic_begin();
  check_alive(b);
  int is_last = b->arrived + 1 == b->count;
  if (is_last) {
    __rvl_release(b, EDGE_ARRIVALS);
    __rvl_acquire(b, EDGE_ARRIVALS);
    let_through(b);
  } else {
    if (slot >= WORDS * 32) __rvl_unsupported("a barrier used by more than 96 threads (192 on 64 bits)");
    b->arrived++;
    b->waiting[slot / 32] |= 1u << slot % 32;
    __rvl_awake[slot] = 0;
    __rvl_release(b, EDGE_ARRIVALS);
  }
  __rvl_atomic_end();
  if (is_last) return PTHREAD_BARRIER_SERIAL_THREAD;

  __rvl_atomic_begin();
  if (!__rvl_awake[slot]) act_while_waiting();
  __rvl_block_until(__rvl_awake[slot], "barrier", b);
  __rvl_acquire(b, EDGE_WAITER + slot);
  __rvl_atomic_end();
  return 0;
}

/* The default attributes. */
int pthread_barrierattr_init(pthread_barrierattr_t *attr) {
  *(int *)attr = 0;
  return 0;
}

/* Nothing to free; returns 0. */
int pthread_barrierattr_destroy(pthread_barrierattr_t *attr) {
  (void)attr;
  return 0;
}

/* Whether processes share it. */
int pthread_barrierattr_getpshared(const pthread_barrierattr_t *restrict attr, int *restrict shared) {
  *shared = *(const int *)attr;
  return 0;
}

/* Sets whether processes share it; no effect. */
int pthread_barrierattr_setpshared(pthread_barrierattr_t *attr, int shared) {
  if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
  *(int *)attr = shared;
  return 0;
}
