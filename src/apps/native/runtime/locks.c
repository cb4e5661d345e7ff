/* Mutexes, read-write locks, spin locks, semaphores, condition variables, barriers and futexes. Locks are the program's own objects: a step that
 * takes one is a call that does not wait. See threads.c.
 */
#define _GNU_SOURCE
#include "runtime.h"
#include <errno.h>
#include <linux/futex.h>
#include <semaphore.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <threads.h>
#include <unistd.h>

#define CALL(name, object) ravel_call_on(#name, SITE, object)

/* ---- misuse */

static void misuse(const char *kind, const char *what) {
  if (ravel_expects(kind) && ravel_is_at_failure(ravel_self->line)) ravel_reached("%s in line %d", what, ravel_self->line);
}

/* ---- mutexes */

enum { KIND_MASK = 3 };


struct attempt {
  void *object;
  int result;
};

static int try_mutex(void *data) {
  struct attempt *a = data;
  a->result = pthread_mutex_trylock(a->object);
  return a->result != EBUSY;
}

static int is_own(const pthread_mutex_t *m) {
  return m->__data.__lock && m->__data.__owner == (int)syscall(SYS_gettid);
}

static void check_mutex(const pthread_mutex_t *m) {
  if (m->__data.__kind == -1) misuse("invalid-sync", "use of a mutex that was destroyed");
}

static int lock_mutex(pthread_mutex_t *m) {
  check_mutex(m);
  int kind = m->__data.__kind & KIND_MASK;
  if (is_own(m) && kind == PTHREAD_MUTEX_ERRORCHECK_NP) return EDEADLK;
  if (is_own(m) && kind != PTHREAD_MUTEX_RECURSIVE_NP) misuse("self-deadlock", "the thread locks a mutex that it holds");
  struct attempt a = {m, 0};
  ravel_wait(try_mutex, &a, "a mutex", m);
  return a.result;
}

static int unlock_mutex(pthread_mutex_t *m) {
  check_mutex(m);
  int kind = m->__data.__kind & KIND_MASK;
  if (kind != PTHREAD_MUTEX_ERRORCHECK_NP && kind != PTHREAD_MUTEX_RECURSIVE_NP && !is_own(m))
    misuse("unlock-not-held", m->__data.__lock ? "a thread unlocks a mutex that another thread holds" : "a thread unlocks a mutex that is not locked");
  int error = pthread_mutex_unlock(m);
  ravel_changed();
  return error;
}

int __wrap_pthread_mutex_lock(pthread_mutex_t *m) {
  CALL(pthread_mutex_lock, m);
  return lock_mutex(m);
}

static int attempt_mutex(pthread_mutex_t *m, struct step *s, int busy) {
  if (s && s->is_spurious) return busy;
  check_mutex(m);
  int error = pthread_mutex_trylock(m);
  ravel_changed();
  return error == EBUSY ? busy : error;
}

int __wrap_pthread_mutex_trylock(pthread_mutex_t *m) {
  return attempt_mutex(m, CALL(pthread_mutex_trylock, m), EBUSY);
}

int __wrap_pthread_mutex_timedlock(pthread_mutex_t *m, const struct timespec *time) {
  (void)time;
  return attempt_mutex(m, CALL(pthread_mutex_timedlock, m), ETIMEDOUT);
}

int __wrap_pthread_mutex_clocklock(pthread_mutex_t *m, clockid_t clock, const struct timespec *time) {
  (void)time, (void)clock;
  return attempt_mutex(m, CALL(pthread_mutex_clocklock, m), ETIMEDOUT);
}

int __wrap_pthread_mutex_unlock(pthread_mutex_t *m) {
  CALL(pthread_mutex_unlock, m);
  return unlock_mutex(m);
}

int __wrap_pthread_mutex_destroy(pthread_mutex_t *m) {
  CALL(pthread_mutex_destroy, m);
  if (m->__data.__lock) misuse("destroy-busy", "a mutex is destroyed while it is locked");
  check_mutex(m);
  return pthread_mutex_destroy(m);
}

static int as_thrd(int error) {
  return error == 0 ? thrd_success : error == EBUSY ? thrd_busy : error == ETIMEDOUT ? thrd_timedout : thrd_error;
}

int __wrap_mtx_lock(mtx_t *m) {
  CALL(mtx_lock, m);
  return as_thrd(lock_mutex((pthread_mutex_t *)m));
}

int __wrap_mtx_trylock(mtx_t *m) {
  return as_thrd(attempt_mutex((pthread_mutex_t *)m, CALL(mtx_trylock, m), EBUSY));
}

int __wrap_mtx_timedlock(mtx_t *m, const struct timespec *time) {
  (void)time;
  return as_thrd(attempt_mutex((pthread_mutex_t *)m, CALL(mtx_timedlock, m), ETIMEDOUT));
}

int __wrap_mtx_unlock(mtx_t *m) {
  CALL(mtx_unlock, m);
  return as_thrd(unlock_mutex((pthread_mutex_t *)m));
}

/* ---- spin locks and read-write locks */


static int try_spin(void *data) { return pthread_spin_trylock(data) == 0; }

/* A waiting writer keeps readers out if the lock prefers writers. It is not known to glibc, because it only tries. */
static int has_waiting_writer(const pthread_rwlock_t *l) {
  if (l->__data.__flags != PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) return 0;
  for (int i = 0; i < ravel_thread_count; i++) {
    struct thread *t = &ravel_threads[i];
    if (t != ravel_self && t->waits_for && t->waits_at == l && strstr(t->waits_for, "to write")) return 1;
  }
  return 0;
}

static int try_read(void *data) { return !has_waiting_writer(data) && pthread_rwlock_tryrdlock(data) != EBUSY; }
static int try_write(void *data) { return pthread_rwlock_trywrlock(data) != EBUSY; }

int __wrap_pthread_spin_lock(pthread_spinlock_t *l) {
  CALL(pthread_spin_lock, (void *)l);
  ravel_wait(try_spin, (void *)l, "a spin lock", (void *)l);
  return 0;
}

int __wrap_pthread_spin_trylock(pthread_spinlock_t *l) {
  CALL(pthread_spin_trylock, (void *)l);
  return pthread_spin_trylock(l);
}

int __wrap_pthread_spin_unlock(pthread_spinlock_t *l) {
  CALL(pthread_spin_unlock, (void *)l);
  int error = pthread_spin_unlock(l);
  ravel_changed();
  return error;
}

/* Replaces a lock that the thread holds for reading; null: none. Returns whether it was there. */
static int replace_reader(const void *before, const void *after) {
  for (int i = 0; i < MAX_READ_LOCKS; i++)
    if (ravel_self->read_locks[i] == before) {
      ravel_self->read_locks[i] = after;
      return 1;
    }
  return 0;
}

static int is_writer(const pthread_rwlock_t *l) {
  return l->__data.__cur_writer == (int)syscall(SYS_gettid);
}

int __wrap_pthread_rwlock_rdlock(pthread_rwlock_t *l) {
  CALL(pthread_rwlock_rdlock, l);
  if (is_writer(l)) {
    misuse("self-deadlock", "the thread locks a read-write lock that it holds for writing");
    return EDEADLK;
  }
  ravel_wait(try_read, l, "a read-write lock, to read", l);
  replace_reader(NULL, l);
  return 0;
}

int __wrap_pthread_rwlock_wrlock(pthread_rwlock_t *l) {
  CALL(pthread_rwlock_wrlock, l);
  if (is_writer(l)) {
    misuse("self-deadlock", "the thread locks a read-write lock that it holds for writing");
    return EDEADLK;
  }
  if (replace_reader(l, l)) misuse("self-deadlock", "the thread locks a read-write lock for writing that it holds for reading");
  ravel_wait(try_write, l, "a read-write lock, to write", l);
  return 0;
}

int __wrap_pthread_rwlock_tryrdlock(pthread_rwlock_t *l) {
  CALL(pthread_rwlock_tryrdlock, l);
  int error = pthread_rwlock_tryrdlock(l);
  if (!error) replace_reader(NULL, l);
  return error;
}

int __wrap_pthread_rwlock_trywrlock(pthread_rwlock_t *l) {
  CALL(pthread_rwlock_trywrlock, l);
  return pthread_rwlock_trywrlock(l);
}

int __wrap_pthread_rwlock_timedrdlock(pthread_rwlock_t *l, const struct timespec *time) {
  (void)time;
  CALL(pthread_rwlock_timedrdlock, l);
  int error = pthread_rwlock_tryrdlock(l);
  if (!error) replace_reader(NULL, l);
  return error == EBUSY ? ETIMEDOUT : error;
}

int __wrap_pthread_rwlock_timedwrlock(pthread_rwlock_t *l, const struct timespec *time) {
  (void)time;
  CALL(pthread_rwlock_timedwrlock, l);
  return pthread_rwlock_trywrlock(l) == EBUSY ? ETIMEDOUT : 0;
}

int __wrap_pthread_rwlock_unlock(pthread_rwlock_t *l) {
  CALL(pthread_rwlock_unlock, l);
  int is_free = !l->__data.__cur_writer && l->__data.__readers >> 3 == 0;
  if (is_free || (l->__data.__cur_writer && !is_writer(l))) misuse("unlock-not-held", "a thread unlocks a read-write lock that it does not hold");
  replace_reader(l, NULL);
  int error = pthread_rwlock_unlock(l);
  ravel_changed();
  return error;
}

int __wrap_pthread_rwlock_destroy(pthread_rwlock_t *l) {
  CALL(pthread_rwlock_destroy, l);
  if (l->__data.__cur_writer || l->__data.__readers >> 3) misuse("destroy-busy", "a read-write lock is destroyed while it is held");
  return pthread_rwlock_destroy(l);
}

/* ---- semaphores */


static int try_semaphore(void *data) { return sem_trywait(data) == 0; }

int __wrap_sem_wait(sem_t *s) {
  CALL(sem_wait, s);
  pthread_testcancel();
  ravel_wait(try_semaphore, s, "a semaphore", s);
  return 0;
}

int __wrap_sem_trywait(sem_t *s) {
  CALL(sem_trywait, s);
  return sem_trywait(s);
}

int __wrap_sem_timedwait(sem_t *s, const struct timespec *time) {
  (void)time;
  CALL(sem_timedwait, s);
  if (sem_trywait(s) == 0) return 0;
  errno = ETIMEDOUT;
  return -1;
}

int __wrap_sem_post(sem_t *s) {
  CALL(sem_post, s);
  int error = sem_post(s);
  ravel_changed();
  return error;
}

/* ---- condition variables: the mutex is released and taken, the wake-up is the plan's */

static int is_woken(void *data) {
  return ((struct thread *)data)->is_woken;
}

static int wait_condition(const void *c, pthread_mutex_t *m, int is_timed, const char *name, void *site) {
  struct thread *t = ravel_self;
  ravel_call_on(name, site, c);
  pthread_testcancel();
  t->is_woken = 0;
  t->condition = c;
  unlock_mutex(m);
  int is_spurious = 0;
  for (struct step *s; (s = ravel_next_part(name));) is_spurious |= s->is_spurious; /* the last part takes the mutex */
  if (!t->is_woken && !is_spurious && !is_timed) ravel_wait(is_woken, t, "a condition variable", c);
  int timed_out = is_timed && !t->is_woken && !is_spurious;
  t->condition = NULL;
  pthread_testcancel();
  int error = lock_mutex(m);
  return timed_out ? ETIMEDOUT : error;
}

static void wake(const void *c, int choice, int all) {
  int k = 0;
  for (int i = 0; i < ravel_thread_count; i++) {
    struct thread *t = &ravel_threads[i];
    if (t->condition != c || t->is_woken) continue;
    if (!all && k++ != choice) continue;
    t->is_woken = 1;
    if (!all) break;
  }
  ravel_changed();
}

int __wrap_pthread_cond_wait(pthread_cond_t *c, pthread_mutex_t *m) {
  return wait_condition(c, m, 0, "pthread_cond_wait", SITE);
}

int __wrap_pthread_cond_timedwait(pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *time) {
  (void)time;
  return wait_condition(c, m, 1, "pthread_cond_timedwait", SITE);
}

int __wrap_pthread_cond_clockwait(pthread_cond_t *c, pthread_mutex_t *m, clockid_t clock, const struct timespec *time) {
  (void)time, (void)clock;
  return wait_condition(c, m, 1, "pthread_cond_clockwait", SITE);
}

int __wrap_pthread_cond_signal(pthread_cond_t *c) {
  struct step *s = CALL(pthread_cond_signal, c);
  wake(c, s ? s->choice : 0, 0);
  return 0;
}

int __wrap_pthread_cond_broadcast(pthread_cond_t *c) {
  CALL(pthread_cond_broadcast, c);
  wake(c, 0, 1);
  return 0;
}

static void check_waiters(const void *c) {
  for (int i = 0; i < ravel_thread_count; i++)
    if (ravel_threads[i].condition == c && !ravel_threads[i].is_woken)
      misuse("destroy-busy", "a condition variable is destroyed while a thread waits for it");
}

int __wrap_pthread_cond_destroy(pthread_cond_t *c) {
  CALL(pthread_cond_destroy, c);
  check_waiters(c);
  return 0;
}

int __wrap_cnd_wait(cnd_t *c, mtx_t *m) {
  return as_thrd(wait_condition(c, (pthread_mutex_t *)m, 0, "cnd_wait", SITE));
}

int __wrap_cnd_timedwait(cnd_t *c, mtx_t *m, const struct timespec *time) {
  (void)time;
  return as_thrd(wait_condition(c, (pthread_mutex_t *)m, 1, "cnd_timedwait", SITE));
}

int __wrap_cnd_signal(cnd_t *c) {
  struct step *s = CALL(cnd_signal, c);
  wake(c, s ? s->choice : 0, 0);
  return thrd_success;
}

int __wrap_cnd_broadcast(cnd_t *c) {
  CALL(cnd_broadcast, c);
  wake(c, 0, 1);
  return thrd_success;
}

void __wrap_cnd_destroy(cnd_t *c) {
  CALL(cnd_destroy, c);
  check_waiters(c);
}

/* ---- barriers: the count is kept in the program's object */

struct barrier {
  unsigned count, arrived, round;
};

struct arrival {
  struct barrier *barrier;
  unsigned round;
};

static int is_round_over(void *data) {
  struct arrival *a = data;
  return a->barrier->round != a->round;
}

int __wrap_pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attr, unsigned count) {
  (void)attr;
  CALL(pthread_barrier_init, barrier);
  if (count == 0) return EINVAL;
  *(struct barrier *)barrier = (struct barrier){count, 0, 0};
  return 0;
}

int __wrap_pthread_barrier_destroy(pthread_barrier_t *barrier) {
  CALL(pthread_barrier_destroy, barrier);
  if (((struct barrier *)barrier)->arrived) misuse("destroy-busy", "a barrier is destroyed while a thread waits at it");
  return 0;
}

int __wrap_pthread_barrier_wait(pthread_barrier_t *barrier) {
  struct barrier *b = (struct barrier *)barrier;
  CALL(pthread_barrier_wait, barrier);
  struct arrival a = {b, b->round};
  if (++b->arrived == b->count) {
    b->arrived = 0;
    b->round++;
    ravel_changed();
    return PTHREAD_BARRIER_SERIAL_THREAD;
  }
  ravel_next_part("pthread_barrier_wait");
  ravel_wait(is_round_over, &a, "a barrier", b);
  return 0;
}

/* ---- futexes */


static int wait_futex(int *word, int value) {
  struct thread *t = ravel_self;
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != value) {
    errno = EAGAIN;
    return -1;
  }
  t->condition = word;
  t->is_woken = 0;
  while (!t->is_woken) {
    struct step *s = ravel_next_part("syscall");
    if (!s) ravel_wait(is_woken, t, "a futex", word);
    else if (s->is_spurious) break;
  }
  t->condition = NULL;
  return 0;
}

long __wrap_syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long a[6];
  for (int i = 0; i < 6; i++) a[i] = va_arg(list, long);
  va_end(list);
  CALL(syscall, NULL);
  if (number != SYS_futex) return syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
  int operation = (int)a[1] & ~(FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME);
  if (operation == FUTEX_WAIT) return wait_futex((int *)a[0], (int)a[2]);
  if (operation != FUTEX_WAKE) ravel_missed("a futex operation that is not replayed, in line %d", ravel_self->line);
  int woken = 0;
  for (int i = 0; i < ravel_thread_count && woken < (int)a[2]; i++)
    if (ravel_threads[i].condition == (void *)a[0] && !ravel_threads[i].is_woken) ravel_threads[i].is_woken = 1, woken++;
  ravel_changed();
  return woken;
}
