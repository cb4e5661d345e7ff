/* Read-write locks: a writer's slot, and per reading thread a byte that counts its read locks. Readers write different
 * bytes, so that their steps are independent of each other; a writer reads all of them.
 *
 * A reader is admitted whenever no writer holds the lock, which is glibc's default: a waiting writer is one that has not been scheduled. With
 * PREFER_WRITER_NONRECURSIVE_NP a writer that must wait announces itself in a separate step, and from then on keeps out new read
 * locks, also of threads that already hold one. (glibc's PREFER_WRITER_NP prefers readers.)
 */
#define _GNU_SOURCE
#include "objects.h"

enum { WORDS = 5, LAST = sizeof((struct rwlock *)0)->readers.of - 1 };
enum { EDGE_WRITER, EDGE_READERS };

/* The byte that counts this thread's read locks; threads from the last slot on share one. */
static unsigned char *own_count(struct rwlock *l) {
  int slot = __rvl_slot();
  return &l->readers.of[slot < LAST ? slot : LAST];
}

static int is_read_locked(const struct rwlock *l) {
  unsigned long any = 0;
  for (int i = 0; i < WORDS; i++) any |= l->readers.words[i];
  return any != 0;
}

/* Names the readers, for all of which a writer waits; those from the last slot on share a byte and are not known. */
static void wait_for_readers(const struct rwlock *l) {
  enum { BYTES = sizeof(unsigned long) };
  for (int i = 0; i < WORDS; i++) {
    unsigned long counts = l->readers.words[i];
    for (int byte = 0; byte < BYTES && counts >> 8 * byte && i * BYTES + byte < LAST; byte++)
      waits_for(counts >> 8 * byte & 255 ? i * BYTES + byte : -1);
  }
}

/* Only inside a section. */
static void check_alive(const struct rwlock *l) {
  if (l->preference == DESTROYED) __rvl_error(RVL_INVALID_SYNC, "the read-write lock was destroyed");
}

static int prefers_writers(const struct rwlock *l) {
  return l->preference == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

/* Whether a writer keeps readers out. */
static int is_closed(const struct rwlock *l) {
  return l->writer || (prefers_writers(l) && l->waiting);
}

/* The result of a call that does not wait and finds the lock taken. */
static int refusal(enum patience patience) {
  return patience == TRY ? EBUSY : ETIMEDOUT;
}

static int lock_to_read(pthread_rwlock_t *lock, enum patience patience) {
  struct rwlock *l = (struct rwlock *)lock;
  int error = 0;
  if (patience == TIMED_BADLY) return EINVAL;
  __rvl_atomic_begin();
  check_alive(l);
  if (l->writer == (unsigned)__rvl_slot() + 1 && patience != TRY) {
    error = EDEADLK;
  } else if (patience != WAIT && is_closed(l)) {
    error = refusal(patience);
  } else {
    if (is_closed(l)) act_while_waiting();
    if (patience == WAIT) {
      waits_for((int)l->writer - 1); /* which of the waiting writers is not known */
      __rvl_block_until(!is_closed(l), "read-write lock", l);
    }
    unsigned char *count = own_count(l);
    if (*count == 255) __rvl_unsupported("more than 255 read locks of one thread on a read-write lock");
    ++*count;
    __rvl_acquire(l, EDGE_WRITER);
    __rvl_lock_taken(l, 2);
  }
  __rvl_atomic_end();
  return error;
}

static int is_held(const struct rwlock *l) {
  return l->writer || is_read_locked(l);
}

/* Inside a section, when no thread holds the lock. */
static void take_to_write(struct rwlock *l) {
  l->writer = __rvl_slot() + 1;
  __rvl_acquire(l, EDGE_WRITER);
  __rvl_acquire(l, EDGE_READERS);
  __rvl_lock_taken(l, 1);
}

static void wait_to_write(struct rwlock *l) {
  if (is_held(l)) act_while_waiting();
  waits_for((int)l->writer - 1);
  wait_for_readers(l);
  __rvl_block_until(!is_held(l), "read-write lock", l);
}

static int lock_to_write(pthread_rwlock_t *lock, enum patience patience) {
  struct rwlock *l = (struct rwlock *)lock;
  int slot = __rvl_slot(), error = 0, announced = 0;
  if (patience == TIMED_BADLY) return EINVAL;
  __rvl_atomic_begin();
  check_alive(l);
  if (l->writer == (unsigned)slot + 1 && patience != TRY) {
    error = EDEADLK;
  } else if (patience != WAIT && is_held(l)) {
    error = refusal(patience);
  } else {
    if (slot < LAST && *own_count(l)) __rvl_error(RVL_SELF_DEADLOCK, "the thread waits to write while it holds the lock for reading");
    announced = prefers_writers(l) && is_held(l);
    if (announced) {
      l->waiting++;
    } else {
      if (patience == WAIT && !prefers_writers(l)) wait_to_write(l);
      take_to_write(l);
    }
  }
  __rvl_atomic_end();
  if (!announced) return error;

  __rvl_atomic_begin();
  wait_to_write(l);
  l->waiting--;
  take_to_write(l);
  __rvl_atomic_end();
  return 0;
}

static enum patience until(const struct timespec *time) {
  return is_valid_time(time) ? TIMED : TIMED_BADLY;
}

static enum patience until_clock(int clock, const struct timespec *time) {
  return is_valid_clock(clock) && is_valid_time(time) ? TIMED : TIMED_BADLY;
}

/* Initialises the lock. */
int pthread_rwlock_init(pthread_rwlock_t *restrict lock, const pthread_rwlockattr_t *restrict attr) {
  struct rwlock *l = (struct rwlock *)lock;
  int preference = attr ? *(const int *)attr : 0;
  __rvl_atomic_begin();
  __rvl_access_as(RVL_PLAIN, 0); /* as an assignment of the caller: no other thread may use the object yet */
  l->writer = 0;
  for (int i = 0; i < WORDS; i++) l->readers.words[i] = 0;
  l->preference = preference;
  l->waiting = 0;
  __rvl_atomic_end();
  return 0;
}

/* A violation while the lock is held (undefined in POSIX); using it afterwards also is. */
int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
  struct rwlock *l = (struct rwlock *)lock;
  __rvl_atomic_begin();
  check_alive(l);
  if (is_held(l)) __rvl_error(RVL_DESTROY_BUSY, "the read-write lock is still held");
  l->preference = DESTROYED;
  __rvl_atomic_end();
  return 0;
}

/* Waits until no writer holds the lock, or waits for it where writers are preferred; EDEADLK for the writer itself. */
int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  return lock_to_read(lock, WAIT);
}

/* Takes the lock for reading, or EBUSY if a writer holds it. */
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
  return lock_to_read(lock, TRY);
}

/* Takes the lock for reading if no writer holds it when the call is scheduled, else times out. */
int pthread_rwlock_timedrdlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict time) {
  return lock_to_read(lock, until(time));
}

/* As pthread_rwlock_timedrdlock, on CLOCK_REALTIME or CLOCK_MONOTONIC. */
int pthread_rwlock_clockrdlock(pthread_rwlock_t *restrict lock, int clock, const struct timespec *restrict time) {
  return lock_to_read(lock, until_clock(clock, time));
}

/* Waits until no thread holds the lock; EDEADLK for the writer itself, a violation for a reader. */
int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  return lock_to_write(lock, WAIT);
}

/* Takes the lock for writing, or EBUSY if a thread holds it. */
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
  return lock_to_write(lock, TRY);
}

/* Takes the lock for writing if no thread holds it when the call is scheduled, else times out. */
int pthread_rwlock_timedwrlock(pthread_rwlock_t *restrict lock, const struct timespec *restrict time) {
  return lock_to_write(lock, until(time));
}

/* As pthread_rwlock_timedwrlock, on CLOCK_REALTIME or CLOCK_MONOTONIC. */
int pthread_rwlock_clockwrlock(pthread_rwlock_t *restrict lock, int clock, const struct timespec *restrict time) {
  return lock_to_write(lock, until_clock(clock, time));
}

/* Releases the lock that this thread holds, for writing or once for reading; a violation if it holds none. */
int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  struct rwlock *l = (struct rwlock *)lock;
  __rvl_atomic_begin();
  check_alive(l);
  unsigned char *count = own_count(l);
  if (l->writer == (unsigned)__rvl_slot() + 1) {
    l->writer = 0;
    __rvl_release(l, EDGE_WRITER);
    __rvl_lock_dropped(l, 1);
  } else if (*count) {
    --*count;
    __rvl_release(l, EDGE_READERS);
    __rvl_lock_dropped(l, 2);
  } else {
    __rvl_error(RVL_UNLOCK_NOT_HELD, "the thread does not hold the read-write lock");
  }
  __rvl_atomic_end();
  return 0;
}

/* The default attributes. */
int pthread_rwlockattr_init(pthread_rwlockattr_t *attr) {
  ((int *)attr)[0] = 0;
  ((int *)attr)[1] = 0;
  return 0;
}

/* Nothing to free; returns 0. */
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attr) {
  (void)attr;
  return 0;
}

/* Whether processes share it. */
int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *restrict attr, int *restrict shared) {
  *shared = ((const int *)attr)[1];
  return 0;
}

/* Sets whether processes share it; no effect. */
int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attr, int shared) {
  if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
  ((int *)attr)[1] = shared;
  return 0;
}

/* The preference. */
int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *restrict attr, int *restrict kind) {
  *kind = ((const int *)attr)[0];
  return 0;
}

/* Sets the preference, of which PREFER_WRITER_NONRECURSIVE_NP has an effect; EINVAL for an unknown one. */
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attr, int kind) {
  if (kind < PTHREAD_RWLOCK_PREFER_READER_NP || kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) return EINVAL;
  ((int *)attr)[0] = kind;
  return 0;
}
