/* Mutexes: the owner's slot in the object, one step per call.
 *
 * If POSIX leaves misuse undefined and glibc would hang or fail silently (relocking a normal mutex, unlocking one that another thread
 * holds), the call is a violation; if glibc returns an error number (the checked kinds, destroying a locked one), so does the model.
 * Use after destruction is a violation. A robust mutex keeps the control block of its owner: an owner that has finished has
 * died.
 */
#define _GNU_SOURCE
#include "objects.h"

enum { RECURSIVE = PTHREAD_MUTEX_RECURSIVE, ERRORCHECK = PTHREAD_MUTEX_ERRORCHECK };

static int type_of(const struct mutex *m) {
  return m->kind & KIND_TYPE;
}

/* Whether unlocking another thread's mutex of this kind returns an error number. */
static int checks_owner(const struct mutex *m) {
  return type_of(m) == RECURSIVE || type_of(m) == ERRORCHECK || (m->kind & (KIND_ROBUST | KIND_INHERIT));
}

/* The result of a call that does not wait and finds the mutex taken. */
static int refusal(enum patience patience) {
  return patience == TRY ? EBUSY : patience == TIMED ? ETIMEDOUT : EINVAL;
}

static int relock(struct mutex *m, enum patience patience) {
  if (type_of(m) == RECURSIVE) {
    if (m->depth == ~1u) return EAGAIN;
    m->depth++;
    return 0;
  }
  if (type_of(m) == ERRORCHECK && patience != TRY) return EDEADLK;
  if (patience != WAIT) return refusal(patience);
  __rvl_error(RVL_SELF_DEADLOCK, "the thread locks a mutex it already holds");
}

static void take(struct mutex *m, int self) {
  m->owner = self;
  m->depth = 0;
  if (m->kind & KIND_ROBUST) m->holder = current_thread();
  __rvl_acquire(m, 0);
  __rvl_lock_taken(m, 1);
}

/* Whether the owner of this robust mutex has ended. */
static int is_abandoned(const struct mutex *m) {
  return (m->kind & KIND_ROBUST) && m->owner && m->holder->finished;
}

static void check_alive(const struct mutex *m) {
  if (m->kind < 0) __rvl_error(RVL_INVALID_SYNC, "the mutex was destroyed");
}

/* The body of every lock: inside a section. */
static int lock(struct mutex *m, enum patience patience) {
  int self = __rvl_slot() + 1;
  check_alive(m);
  if (m->owner == self) return relock(m, patience);
  if (m->kind & KIND_ROBUST) {
    if (m->health == NOT_RECOVERABLE) return ENOTRECOVERABLE;
    if (is_abandoned(m)) {
      __rvl_acquire(m->holder, EDGE_END);
      m->health = OWNER_DIED;
      take(m, self);
      return EOWNERDEAD;
    }
  }
  if (patience != WAIT && m->owner) return refusal(patience);
  if (m->owner) act_while_waiting();
  if (patience == WAIT) waits_for(m->owner - 1);
  __rvl_block_until(m->owner == 0, "mutex", m);
  take(m, self);
  return 0;
}

int __rvl_mutex_lock(pthread_mutex_t *mutex, enum patience patience) {
  __rvl_atomic_begin();
  int error = lock((struct mutex *)mutex, patience);
  __rvl_atomic_end();
  return error;
}

/* The body of every unlock: inside a section. */
static int unlock(struct mutex *m) {
  check_alive(m);
  if (m->owner != __rvl_slot() + 1) {
    if (checks_owner(m)) return EPERM;
    __rvl_error(RVL_UNLOCK_NOT_HELD, m->owner ? "the mutex is held by another thread" : "the mutex is not locked");
  }
  if (m->depth) {
    m->depth--;
    return 0;
  }
  if (m->kind & KIND_ROBUST) {
    if (m->health == OWNER_DIED) m->health = NOT_RECOVERABLE;
    m->holder = 0;
  }
  m->owner = 0;
  __rvl_release(m, 0);
  __rvl_lock_dropped(m, 1);
  return 0;
}

int __rvl_mutex_unlock(pthread_mutex_t *mutex) {
  __rvl_atomic_begin();
  int error = unlock((struct mutex *)mutex);
  __rvl_atomic_end();
  return error;
}

int __rvl_mutex_suspend(pthread_mutex_t *mutex) {
  struct mutex *m = (struct mutex *)mutex;
  m->waiting++; /* before unlocking publishes */
  int error = unlock(m);
  if (error) m->waiting--;
  return error;
}

int __rvl_mutex_resume(pthread_mutex_t *mutex) {
  struct mutex *m = (struct mutex *)mutex;
  int error = lock(m, WAIT);
  m->waiting--;
  return error;
}

void __rvl_mutex_name_holder(pthread_mutex_t *mutex) {
  struct mutex *m = (struct mutex *)mutex;
  int is_others = (m->kind >= 0) & (m->owner != __rvl_slot() + 1) & !is_abandoned(m);
  __rvl_waits_for((m->owner & -is_others) - 1);
}

int __rvl_mutex_init(pthread_mutex_t *mutex, int kind) {
  struct mutex *m = (struct mutex *)mutex;
  __rvl_atomic_begin();
  __rvl_access_as(RVL_PLAIN, 0); /* as an assignment of the caller: no other thread may use the object yet */
  m->owner = 0;
  m->depth = 0;
  m->waiting = 0;
  m->health = CONSISTENT;
  m->kind = kind;
  m->holder = 0;
  __rvl_atomic_end();
  return 0;
}

int __rvl_mutex_destroy(pthread_mutex_t *mutex) {
  struct mutex *m = (struct mutex *)mutex;
  int error = 0;
  __rvl_atomic_begin();
  check_alive(m);
  if (!(m->kind & KIND_ROBUST) && (m->owner || m->waiting)) error = EBUSY;
  else m->kind = -1;
  __rvl_atomic_end();
  return error;
}

/* Waits until the mutex is free and takes it: one step; relocking is counted, EDEADLK, or a violation by its kind. */
int pthread_mutex_lock(pthread_mutex_t *mutex) {
  return __rvl_mutex_lock(mutex, WAIT);
}

/* Takes the mutex if it is free, else EBUSY: it fails exactly when the mutex is taken. */
int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  return __rvl_mutex_lock(mutex, TRY);
}

/* Takes the mutex if it is free when the call is scheduled, else times out. */
int pthread_mutex_timedlock(pthread_mutex_t *restrict mutex, const struct timespec *restrict time) {
  return __rvl_mutex_lock(mutex, is_valid_time(time) ? TIMED : TIMED_BADLY);
}

/* As pthread_mutex_timedlock; EINVAL for a clock other than CLOCK_REALTIME and CLOCK_MONOTONIC. */
int pthread_mutex_clocklock(pthread_mutex_t *restrict mutex, int clock, const struct timespec *restrict time) {
  if (!is_valid_clock(clock)) return EINVAL;
  return __rvl_mutex_lock(mutex, is_valid_time(time) ? TIMED : TIMED_BADLY);
}

/* Releases the mutex: EPERM for a checked kind that the thread does not hold, a violation for a normal one. */
int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  return __rvl_mutex_unlock(mutex);
}

/* Marks the mutex as destroyed, after which its use is a violation; EBUSY while it is locked or in a condition wait. */
int pthread_mutex_destroy(pthread_mutex_t *mutex) {
  return __rvl_mutex_destroy(mutex);
}

static int make_consistent(pthread_mutex_t *mutex) {
  struct mutex *m = (struct mutex *)mutex;
  __rvl_atomic_begin();
  int repairable = m->kind >= 0 && (m->kind & KIND_ROBUST) && m->owner && m->health == OWNER_DIED;
  if (repairable) m->health = CONSISTENT;
  __rvl_atomic_end();
  return repairable ? 0 : EINVAL;
}

/* Repairs a robust mutex whose owner died; EINVAL for any other. */
int pthread_mutex_consistent(pthread_mutex_t *mutex) {
  return make_consistent(mutex);
}

/* As pthread_mutex_consistent. */
int pthread_mutex_consistent_np(pthread_mutex_t *mutex) {
  return make_consistent(mutex);
}

/* The priority ceiling that was set; EINVAL without PTHREAD_PRIO_PROTECT. */
int pthread_mutex_getprioceiling(const pthread_mutex_t *restrict mutex, int *restrict ceiling) {
  const struct mutex *m = (const struct mutex *)mutex;
  __rvl_atomic_begin();
  int kind = m->kind;
  __rvl_atomic_end();
  if (kind < 0 || !(kind & KIND_PROTECT)) return EINVAL;
  *ceiling = (kind & KIND_CEILING) >> KIND_CEILING_SHIFT;
  return 0;
}

/* Changes the priority ceiling, which has no effect; EINVAL without PTHREAD_PRIO_PROTECT or outside 1 … 99. */
int pthread_mutex_setprioceiling(pthread_mutex_t *restrict mutex, int ceiling, int *restrict old) {
  struct mutex *m = (struct mutex *)mutex;
  __rvl_atomic_begin();
  int kind = m->kind, valid = kind >= 0 && (kind & KIND_PROTECT) && ceiling >= 1 && ceiling <= 99;
  if (valid) m->kind = (kind & ~KIND_CEILING) | ceiling << KIND_CEILING_SHIFT;
  __rvl_atomic_end();
  if (!valid) return EINVAL;
  if (old) *old = (kind & KIND_CEILING) >> KIND_CEILING_SHIFT;
  return 0;
}
