/* POSIX threads with glibc's constants and sizes. Everything is declared, whatever the feature-test macros: almost every threaded program
 * defines _GNU_SOURCE or uses the default. The models are in library/. */
#ifndef _PTHREAD_H
#define _PTHREAD_H 1

#include <features.h>
#include <sched.h>
#include <time.h>
#include <bits/types.h>
#include <bits/timespec.h>
#include <bits/sched-types.h>
#include <bits/pthreadtypes.h>
#define __need_size_t
#define __need_NULL
#include <stddef.h>

enum { PTHREAD_CREATE_JOINABLE, PTHREAD_CREATE_DETACHED };
#define PTHREAD_CREATE_JOINABLE PTHREAD_CREATE_JOINABLE
#define PTHREAD_CREATE_DETACHED PTHREAD_CREATE_DETACHED

enum {
  PTHREAD_MUTEX_TIMED_NP,
  PTHREAD_MUTEX_RECURSIVE_NP,
  PTHREAD_MUTEX_ERRORCHECK_NP,
  PTHREAD_MUTEX_ADAPTIVE_NP,
  PTHREAD_MUTEX_NORMAL = PTHREAD_MUTEX_TIMED_NP,
  PTHREAD_MUTEX_RECURSIVE = PTHREAD_MUTEX_RECURSIVE_NP,
  PTHREAD_MUTEX_ERRORCHECK = PTHREAD_MUTEX_ERRORCHECK_NP,
  PTHREAD_MUTEX_DEFAULT = PTHREAD_MUTEX_NORMAL,
  PTHREAD_MUTEX_FAST_NP = PTHREAD_MUTEX_TIMED_NP
};
enum {
  PTHREAD_MUTEX_STALLED,
  PTHREAD_MUTEX_STALLED_NP = PTHREAD_MUTEX_STALLED,
  PTHREAD_MUTEX_ROBUST,
  PTHREAD_MUTEX_ROBUST_NP = PTHREAD_MUTEX_ROBUST
};
enum { PTHREAD_PRIO_NONE, PTHREAD_PRIO_INHERIT, PTHREAD_PRIO_PROTECT };
#define PTHREAD_MUTEX_INITIALIZER __PTHREAD_MUTEX_INITIALIZER(PTHREAD_MUTEX_TIMED_NP)
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP __PTHREAD_MUTEX_INITIALIZER(PTHREAD_MUTEX_RECURSIVE_NP)
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP __PTHREAD_MUTEX_INITIALIZER(PTHREAD_MUTEX_ERRORCHECK_NP)
#define PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP __PTHREAD_MUTEX_INITIALIZER(PTHREAD_MUTEX_ADAPTIVE_NP)

enum {
  PTHREAD_RWLOCK_PREFER_READER_NP,
  PTHREAD_RWLOCK_PREFER_WRITER_NP,
  PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP,
  PTHREAD_RWLOCK_DEFAULT_NP = PTHREAD_RWLOCK_PREFER_READER_NP
};
#define PTHREAD_RWLOCK_INITIALIZER {{0, {0, 0, 0, 0, 0}, PTHREAD_RWLOCK_DEFAULT_NP, 0}}
#define PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP {{0, {0, 0, 0, 0, 0}, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP, 0}}
#define PTHREAD_COND_INITIALIZER {{{0, 0}, {0, 0, 0, 0, 0}}}

enum { PTHREAD_INHERIT_SCHED, PTHREAD_EXPLICIT_SCHED };
#define PTHREAD_INHERIT_SCHED PTHREAD_INHERIT_SCHED
#define PTHREAD_EXPLICIT_SCHED PTHREAD_EXPLICIT_SCHED
enum { PTHREAD_SCOPE_SYSTEM, PTHREAD_SCOPE_PROCESS };
#define PTHREAD_SCOPE_SYSTEM PTHREAD_SCOPE_SYSTEM
#define PTHREAD_SCOPE_PROCESS PTHREAD_SCOPE_PROCESS
enum { PTHREAD_PROCESS_PRIVATE, PTHREAD_PROCESS_SHARED };
#define PTHREAD_PROCESS_PRIVATE PTHREAD_PROCESS_PRIVATE
#define PTHREAD_PROCESS_SHARED PTHREAD_PROCESS_SHARED
enum { PTHREAD_CANCEL_ENABLE, PTHREAD_CANCEL_DISABLE };
#define PTHREAD_CANCEL_ENABLE PTHREAD_CANCEL_ENABLE
#define PTHREAD_CANCEL_DISABLE PTHREAD_CANCEL_DISABLE
enum { PTHREAD_CANCEL_DEFERRED, PTHREAD_CANCEL_ASYNCHRONOUS };
#define PTHREAD_CANCEL_DEFERRED PTHREAD_CANCEL_DEFERRED
#define PTHREAD_CANCEL_ASYNCHRONOUS PTHREAD_CANCEL_ASYNCHRONOUS

#define PTHREAD_CANCELED ((void *)-1)
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_BARRIER_SERIAL_THREAD -1
#define PTHREAD_ATTR_NO_SIGMASK_NP (-1)
#ifndef PTHREAD_STACK_MIN
#define PTHREAD_STACK_MIN 16384
#endif
#ifndef PTHREAD_KEYS_MAX
#define PTHREAD_KEYS_MAX 1024
#endif
#ifndef PTHREAD_DESTRUCTOR_ITERATIONS
#define PTHREAD_DESTRUCTOR_ITERATIONS 4
#endif

struct _pthread_cleanup_buffer {
  void (*__routine)(void *);
  void *__arg;
  int __canceltype;
  struct _pthread_cleanup_buffer *__prev;
};

__BEGIN_DECLS

/* Threads. */
extern int pthread_create(pthread_t *__restrict __th, const pthread_attr_t *__restrict __attr, void *(*__start)(void *), void *__restrict __arg);
extern void pthread_exit(void *__result) __attribute__((__noreturn__));
extern int pthread_join(pthread_t __th, void **__result);
extern int pthread_tryjoin_np(pthread_t __th, void **__result);
extern int pthread_timedjoin_np(pthread_t __th, void **__result, const struct timespec *__abstime);
extern int pthread_clockjoin_np(pthread_t __th, void **__result, __clockid_t __clock, const struct timespec *__abstime);
extern int pthread_detach(pthread_t __th);
extern pthread_t pthread_self(void);
extern int pthread_equal(pthread_t __left, pthread_t __right);
extern int pthread_setname_np(pthread_t __th, const char *__name);
extern int pthread_getname_np(pthread_t __th, char *__buffer, size_t __size);
extern int pthread_getattr_np(pthread_t __th, pthread_attr_t *__attr);
extern int pthread_getcpuclockid(pthread_t __th, __clockid_t *__clock);
extern int pthread_atfork(void (*__prepare)(void), void (*__parent)(void), void (*__child)(void));
extern int pthread_once(pthread_once_t *__control, void (*__routine)(void));

/* Thread attributes. */
extern int pthread_attr_init(pthread_attr_t *__attr);
extern int pthread_attr_destroy(pthread_attr_t *__attr);
extern int pthread_attr_getdetachstate(const pthread_attr_t *__attr, int *__state);
extern int pthread_attr_setdetachstate(pthread_attr_t *__attr, int __state);
extern int pthread_attr_getguardsize(const pthread_attr_t *__attr, size_t *__size);
extern int pthread_attr_setguardsize(pthread_attr_t *__attr, size_t __size);
extern int pthread_attr_getschedparam(const pthread_attr_t *__restrict __attr, struct sched_param *__restrict __param);
extern int pthread_attr_setschedparam(pthread_attr_t *__restrict __attr, const struct sched_param *__restrict __param);
extern int pthread_attr_getschedpolicy(const pthread_attr_t *__restrict __attr, int *__restrict __policy);
extern int pthread_attr_setschedpolicy(pthread_attr_t *__attr, int __policy);
extern int pthread_attr_getinheritsched(const pthread_attr_t *__restrict __attr, int *__restrict __inherit);
extern int pthread_attr_setinheritsched(pthread_attr_t *__attr, int __inherit);
extern int pthread_attr_getscope(const pthread_attr_t *__restrict __attr, int *__restrict __scope);
extern int pthread_attr_setscope(pthread_attr_t *__attr, int __scope);
extern int pthread_attr_getstackaddr(const pthread_attr_t *__restrict __attr, void **__restrict __address);
extern int pthread_attr_setstackaddr(pthread_attr_t *__attr, void *__address);
extern int pthread_attr_getstacksize(const pthread_attr_t *__restrict __attr, size_t *__restrict __size);
extern int pthread_attr_setstacksize(pthread_attr_t *__attr, size_t __size);
extern int pthread_attr_getstack(const pthread_attr_t *__restrict __attr, void **__restrict __address, size_t *__restrict __size);
extern int pthread_attr_setstack(pthread_attr_t *__attr, void *__address, size_t __size);
extern int pthread_attr_setaffinity_np(pthread_attr_t *__attr, size_t __size, const cpu_set_t *__set);
extern int pthread_attr_getaffinity_np(const pthread_attr_t *__attr, size_t __size, cpu_set_t *__set);
extern int pthread_getattr_default_np(pthread_attr_t *__attr);
extern int pthread_setattr_default_np(const pthread_attr_t *__attr);

/* Scheduling. */
extern int pthread_setschedparam(pthread_t __th, int __policy, const struct sched_param *__param);
extern int pthread_getschedparam(pthread_t __th, int *__restrict __policy, struct sched_param *__restrict __param);
extern int pthread_setschedprio(pthread_t __th, int __priority);
extern int pthread_getconcurrency(void);
extern int pthread_setconcurrency(int __level);
extern int pthread_yield(void);
extern int pthread_setaffinity_np(pthread_t __th, size_t __size, const cpu_set_t *__set);
extern int pthread_getaffinity_np(pthread_t __th, size_t __size, cpu_set_t *__set);

/* Cancellation and cleanup handlers. */
extern int pthread_cancel(pthread_t __th);
extern int pthread_setcancelstate(int __state, int *__old);
extern int pthread_setcanceltype(int __type, int *__old);
extern void pthread_testcancel(void);
extern void _pthread_cleanup_push(struct _pthread_cleanup_buffer *__buffer, void (*__routine)(void *), void *__arg);
extern void _pthread_cleanup_pop(struct _pthread_cleanup_buffer *__buffer, int __execute);
extern void _pthread_cleanup_push_defer(struct _pthread_cleanup_buffer *__buffer, void (*__routine)(void *), void *__arg);
extern void _pthread_cleanup_pop_restore(struct _pthread_cleanup_buffer *__buffer, int __execute);
#define pthread_cleanup_push(routine, arg) \
  do {                                     \
    struct _pthread_cleanup_buffer __cleanup_buffer; \
    _pthread_cleanup_push(&__cleanup_buffer, (routine), (arg));
#define pthread_cleanup_pop(execute)                   \
    _pthread_cleanup_pop(&__cleanup_buffer, (execute)); \
  } while (0)
#define pthread_cleanup_push_defer_np(routine, arg) \
  do {                                              \
    struct _pthread_cleanup_buffer __cleanup_buffer; \
    _pthread_cleanup_push_defer(&__cleanup_buffer, (routine), (arg));
#define pthread_cleanup_pop_restore_np(execute)                \
    _pthread_cleanup_pop_restore(&__cleanup_buffer, (execute)); \
  } while (0)

/* Mutexes. */
extern int pthread_mutex_init(pthread_mutex_t *__mutex, const pthread_mutexattr_t *__attr);
extern int pthread_mutex_destroy(pthread_mutex_t *__mutex);
extern int pthread_mutex_lock(pthread_mutex_t *__mutex);
extern int pthread_mutex_trylock(pthread_mutex_t *__mutex);
extern int pthread_mutex_timedlock(pthread_mutex_t *__restrict __mutex, const struct timespec *__restrict __abstime);
extern int pthread_mutex_clocklock(pthread_mutex_t *__restrict __mutex, __clockid_t __clock, const struct timespec *__restrict __abstime);
extern int pthread_mutex_unlock(pthread_mutex_t *__mutex);
extern int pthread_mutex_consistent(pthread_mutex_t *__mutex);
extern int pthread_mutex_consistent_np(pthread_mutex_t *__mutex);
extern int pthread_mutex_getprioceiling(const pthread_mutex_t *__restrict __mutex, int *__restrict __ceiling);
extern int pthread_mutex_setprioceiling(pthread_mutex_t *__restrict __mutex, int __ceiling, int *__restrict __old);
extern int pthread_mutexattr_init(pthread_mutexattr_t *__attr);
extern int pthread_mutexattr_destroy(pthread_mutexattr_t *__attr);
extern int pthread_mutexattr_gettype(const pthread_mutexattr_t *__restrict __attr, int *__restrict __type);
extern int pthread_mutexattr_settype(pthread_mutexattr_t *__attr, int __type);
extern int pthread_mutexattr_getpshared(const pthread_mutexattr_t *__restrict __attr, int *__restrict __shared);
extern int pthread_mutexattr_setpshared(pthread_mutexattr_t *__attr, int __shared);
extern int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *__restrict __attr, int *__restrict __protocol);
extern int pthread_mutexattr_setprotocol(pthread_mutexattr_t *__attr, int __protocol);
extern int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *__restrict __attr, int *__restrict __ceiling);
extern int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *__attr, int __ceiling);
extern int pthread_mutexattr_getrobust(const pthread_mutexattr_t *__attr, int *__robust);
extern int pthread_mutexattr_setrobust(pthread_mutexattr_t *__attr, int __robust);
extern int pthread_mutexattr_getrobust_np(pthread_mutexattr_t *__attr, int *__robust);
extern int pthread_mutexattr_setrobust_np(pthread_mutexattr_t *__attr, int __robust);

/* Condition variables. */
extern int pthread_cond_init(pthread_cond_t *__restrict __cond, const pthread_condattr_t *__restrict __attr);
extern int pthread_cond_destroy(pthread_cond_t *__cond);
extern int pthread_cond_signal(pthread_cond_t *__cond);
extern int pthread_cond_broadcast(pthread_cond_t *__cond);
extern int pthread_cond_wait(pthread_cond_t *__restrict __cond, pthread_mutex_t *__restrict __mutex);
extern int pthread_cond_timedwait(pthread_cond_t *__restrict __cond, pthread_mutex_t *__restrict __mutex, const struct timespec *__restrict __abstime);
extern int pthread_cond_clockwait(pthread_cond_t *__restrict __cond, pthread_mutex_t *__restrict __mutex, __clockid_t __clock, const struct timespec *__restrict __abstime);
extern int pthread_condattr_init(pthread_condattr_t *__attr);
extern int pthread_condattr_destroy(pthread_condattr_t *__attr);
extern int pthread_condattr_getpshared(const pthread_condattr_t *__restrict __attr, int *__restrict __shared);
extern int pthread_condattr_setpshared(pthread_condattr_t *__attr, int __shared);
extern int pthread_condattr_getclock(const pthread_condattr_t *__restrict __attr, __clockid_t *__restrict __clock);
extern int pthread_condattr_setclock(pthread_condattr_t *__attr, __clockid_t __clock);

/* Read-write locks. */
extern int pthread_rwlock_init(pthread_rwlock_t *__restrict __lock, const pthread_rwlockattr_t *__restrict __attr);
extern int pthread_rwlock_destroy(pthread_rwlock_t *__lock);
extern int pthread_rwlock_rdlock(pthread_rwlock_t *__lock);
extern int pthread_rwlock_tryrdlock(pthread_rwlock_t *__lock);
extern int pthread_rwlock_timedrdlock(pthread_rwlock_t *__restrict __lock, const struct timespec *__restrict __abstime);
extern int pthread_rwlock_clockrdlock(pthread_rwlock_t *__restrict __lock, __clockid_t __clock, const struct timespec *__restrict __abstime);
extern int pthread_rwlock_wrlock(pthread_rwlock_t *__lock);
extern int pthread_rwlock_trywrlock(pthread_rwlock_t *__lock);
extern int pthread_rwlock_timedwrlock(pthread_rwlock_t *__restrict __lock, const struct timespec *__restrict __abstime);
extern int pthread_rwlock_clockwrlock(pthread_rwlock_t *__restrict __lock, __clockid_t __clock, const struct timespec *__restrict __abstime);
extern int pthread_rwlock_unlock(pthread_rwlock_t *__lock);
extern int pthread_rwlockattr_init(pthread_rwlockattr_t *__attr);
extern int pthread_rwlockattr_destroy(pthread_rwlockattr_t *__attr);
extern int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *__restrict __attr, int *__restrict __shared);
extern int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *__attr, int __shared);
extern int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *__restrict __attr, int *__restrict __kind);
extern int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *__attr, int __kind);

/* Spin locks. */
extern int pthread_spin_init(pthread_spinlock_t *__lock, int __shared);
extern int pthread_spin_destroy(pthread_spinlock_t *__lock);
extern int pthread_spin_lock(pthread_spinlock_t *__lock);
extern int pthread_spin_trylock(pthread_spinlock_t *__lock);
extern int pthread_spin_unlock(pthread_spinlock_t *__lock);

/* Barriers. */
extern int pthread_barrier_init(pthread_barrier_t *__restrict __barrier, const pthread_barrierattr_t *__restrict __attr, unsigned int __count);
extern int pthread_barrier_destroy(pthread_barrier_t *__barrier);
extern int pthread_barrier_wait(pthread_barrier_t *__barrier);
extern int pthread_barrierattr_init(pthread_barrierattr_t *__attr);
extern int pthread_barrierattr_destroy(pthread_barrierattr_t *__attr);
extern int pthread_barrierattr_getpshared(const pthread_barrierattr_t *__restrict __attr, int *__restrict __shared);
extern int pthread_barrierattr_setpshared(pthread_barrierattr_t *__attr, int __shared);

/* Thread-specific data. */
extern int pthread_key_create(pthread_key_t *__key, void (*__destructor)(void *));
extern int pthread_key_delete(pthread_key_t __key);
extern void *pthread_getspecific(pthread_key_t __key);
extern int pthread_setspecific(pthread_key_t __key, const void *__value);

__END_DECLS

#endif
