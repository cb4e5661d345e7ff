/* The models' view of the synchronisation objects: the contents of a pthread_mutex_t, a sem_t and so on, and the control block
 * of a thread.
 *
 * Every layout fits into glibc's size of the type in both data models, and all-zero bytes are a default-initialised object, so that
 * objects of preprocessed glibc text and static initialisers work. Threads are identified by their slot (a small number). Waiters
 * are either not recorded (the section waits at its start) or are one bit per slot in the object. A thread that another one must
 * wake waits for its own byte of __rvl_awake, so that it never reads an object that the other may have destroyed.
 */
#ifndef RAVEL_LIBRARY_OBJECTS_H
#define RAVEL_LIBRARY_OBJECTS_H

#include "internal.h"
#include <pthread.h>
#include <semaphore.h>

/* pthread_t is the address of this block (kind 1 memory, never freed: a stale pthread_t is recognised by `joined`). */
struct thread {
  unsigned magic;          /* THREAD_MAGIC */
  int slot;
  int finished;            /* has ended: `result` is final */
  int joined;              /* its identifier's lifetime has ended */
  int cancelled;           /* cancellation was requested */
  struct thread *joiner;   /* the thread that joins it; itself: detached */
  void *result;
  void (*start)(void);     /* the start routine, cast */
  void *argument;
  struct thread *children; /* the threads it created, latest first; `sibling` links them */
  struct thread *sibling;
  size_t stack_size, guard_size;
  char name[16];           /* empty: the program's */
};
enum { THREAD_MAGIC = 0x5456, EDGE_START = 0, EDGE_END = 1, EDGE_CANCEL = 2 };

struct mutex {
  int owner;         /* slot + 1; 0: free */
  unsigned depth;    /* recursive: locks beyond the first */
  unsigned waiting;  /* threads that gave it up in a condition wait */
#ifdef __LP64__
  int health;        /* robust: CONSISTENT, OWNER_DIED, NOT_RECOVERABLE */
  int kind;          /* glibc's bits (below), at glibc's place; negative: destroyed */
#else
  int kind;
  int health;
#endif
  struct thread *holder; /* robust: the owner, to see whether it has ended */
};
enum { CONSISTENT, OWNER_DIED, NOT_RECOVERABLE };
enum { KIND_TYPE = 3, KIND_ROBUST = 16, KIND_INHERIT = 32, KIND_PROTECT = 64, KIND_CEILING_SHIFT = 12, KIND_CEILING = 0xfff000 };

enum { SLOTS = 320 };
struct condition {
  unsigned clock;                 /* of its attributes; DESTROYED */
  unsigned long long waiting[SLOTS / 64];
};

/* A reader counts itself in the byte of its slot, so that the steps of readers are independent; slots from the last on share one. */
struct rwlock {
  unsigned writer;                /* slot + 1; 0: none */
  union {
    unsigned long words[5];
    unsigned char of[5 * sizeof(unsigned long)];
  } readers;
  unsigned preference;            /* of its attributes; DESTROYED */
  unsigned waiting;               /* waiting writers, if they are preferred to readers */
};

struct barrier {
  unsigned count;                 /* 0: not initialised */
  unsigned arrived;
#ifdef __LP64__
  unsigned waiting[6];
#else
  unsigned waiting[3];
#endif
};

struct semaphore {
  unsigned value;                 /* DESTROYED: above all values */
};

#define DESTROYED 0xffffffffu

struct attributes {
  int priority, policy, detached, inherit;
  size_t guard_size;
  void *stack;                    /* its top, as glibc has it */
  size_t stack_size;              /* 0: the default */
};

#define FITS(type, object) _Static_assert(sizeof(struct object) <= sizeof(type) && _Alignof(struct object) <= _Alignof(type), #object)
FITS(pthread_mutex_t, mutex);
FITS(pthread_cond_t, condition);
FITS(pthread_rwlock_t, rwlock);
FITS(pthread_barrier_t, barrier);
FITS(sem_t, semaphore);
FITS(pthread_attr_t, attributes);
#ifdef __LP64__
#define GLIBC_SIZE(type, lp64, ilp32) _Static_assert(sizeof(type) == lp64, #type)
_Static_assert(offsetof(struct mutex, kind) == 16 && offsetof(struct rwlock, preference) == 48, "static initialisers");
#else
#define GLIBC_SIZE(type, lp64, ilp32) _Static_assert(sizeof(type) == ilp32, #type)
_Static_assert(offsetof(struct mutex, kind) == 12 && offsetof(struct rwlock, preference) == 24, "static initialisers");
#endif
GLIBC_SIZE(pthread_mutex_t, 40, 24);
GLIBC_SIZE(pthread_cond_t, 48, 48);
GLIBC_SIZE(pthread_rwlock_t, 56, 32);
GLIBC_SIZE(sem_t, 32, 16);
GLIBC_SIZE(pthread_barrier_t, 32, 20);
GLIBC_SIZE(pthread_attr_t, 56, 36);
GLIBC_SIZE(pthread_once_t, 4, 4);
GLIBC_SIZE(pthread_spinlock_t, 4, 4);
GLIBC_SIZE(pthread_key_t, 4, 4);
GLIBC_SIZE(pthread_mutexattr_t, 4, 4);
GLIBC_SIZE(pthread_condattr_t, 4, 4);
GLIBC_SIZE(pthread_rwlockattr_t, 8, 8);
GLIBC_SIZE(pthread_barrierattr_t, 4, 4);

/* How long a call waits. A timed call may time out whenever it would have to wait, and a longer wait is the same as a later
 * call. A timed call therefore never blocks: it succeeds at once or times out. */
enum patience { WAIT, TRY, TIMED, TIMED_BADLY /* the time is invalid: EINVAL instead of ETIMEDOUT */ };

/* thread.c */
extern struct thread __rvl_main_thread;
int __rvl_thread_create(pthread_t *id, const pthread_attr_t *attr, void (*entry)(void *), void (*start)(void), void *argument, int ordered);
int __rvl_thread_join(pthread_t id, void **result);
int __rvl_thread_detach(pthread_t id);
_Noreturn void __rvl_thread_finish(void *result);
/* The thread of an identifier; an invalid or stale one is a violation: only inside a section. */
struct thread *__rvl_thread_of(pthread_t id);

/* condition.c: 1 once the thread of this slot was woken from the condition or barrier it waits for. */
extern unsigned char __rvl_awake[SLOTS];

/* mutex.c: each is a separate section, or part of the caller's. */
int __rvl_mutex_init(pthread_mutex_t *mutex, int kind);
int __rvl_mutex_lock(pthread_mutex_t *mutex, enum patience patience);
int __rvl_mutex_unlock(pthread_mutex_t *mutex);
int __rvl_mutex_destroy(pthread_mutex_t *mutex);
/* A condition wait releases one level of the lock and takes it again. */
int __rvl_mutex_suspend(pthread_mutex_t *mutex);
int __rvl_mutex_resume(pthread_mutex_t *mutex);
/* Names the owner of the mutex: a wait that must take the mutex again cannot end before the owner acts. */
void __rvl_mutex_name_holder(pthread_mutex_t *mutex);

/* condition.c */
int __rvl_condition_init(pthread_cond_t *condition, int clock);
int __rvl_condition_destroy(pthread_cond_t *condition);
int __rvl_condition_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, int timed);
int __rvl_condition_signal(pthread_cond_t *condition);
int __rvl_condition_broadcast(pthread_cond_t *condition);

/* once.c, key.c */
int __rvl_once(pthread_once_t *control, void (*routine)(void));
int __rvl_key_create(pthread_key_t *key, void (*destructor)(void *));
int __rvl_key_delete(pthread_key_t key);
void *__rvl_key_get(pthread_key_t key);
int __rvl_key_set(pthread_key_t key, const void *value);
/* Set by the first pthread_setspecific of a thread: runs the destructors. */
extern _Thread_local void (*__rvl_run_destructors)(void);

/* cancel.c */
void __rvl_cleanup_push(void (*routine)(void *), void *argument);
void __rvl_cleanup_pop(int execute);
/* Whether this thread must act on a cancellation request: only inside a section. */
int __rvl_cancel_pending(void);
_Noreturn void __rvl_cancel_self(void);
/* Whether a later request could end a wait of this thread. */
int __rvl_may_be_cancelled(void);
/* Acts at once if cancellation is asynchronous and was requested. */
void __rvl_act_if_asynchronous(void);
/* cancel-request.c: linked only into programs that cancel threads. */
__attribute__((weak)) void __rvl_cancels(void);
_Noreturn void __rvl_thread_unwind(void *result);
/* Whether there is a request that this thread may act on. Does not order: only inside a section. */
int __rvl_cancel_requested(void);
extern _Thread_local int __rvl_cancel_type;
/* cancel-asynchronous.c: linked only into programs with asynchronous cancellation. Called in the section of a call that must wait, before the
 * wait. Does not return if the thread is cancelled there. */
__attribute__((weak)) void __rvl_act_while_waiting(void);
#define act_while_waiting() (__rvl_act_while_waiting ? __rvl_act_while_waiting() : (void)0)
/* __rvl_waits_for, for waits that could otherwise end only by asynchronous cancellation. */
#define waits_for(slot) __rvl_waits_for(is_interruptible() ? -1 : (slot))
#define is_interruptible() (__rvl_act_while_waiting && __rvl_cancel_type == PTHREAD_CANCEL_ASYNCHRONOUS && __rvl_may_be_cancelled())

/* A macro, since nothing is inlined and every step of the library begins with it. */
#define current_thread() ((struct thread *)(__rvl_self() ?: (void *)&__rvl_main_thread))

static inline int current_slot(void) {
  int slot = __rvl_slot();
  if (slot >= SLOTS) __rvl_unsupported("a condition variable or barrier used by more than 320 threads");
  return slot;
}

static inline int is_valid_time(const struct timespec *time) {
  return time->tv_nsec >= 0 && time->tv_nsec < 1000000000;
}

/* Timed calls take CLOCK_REALTIME and CLOCK_MONOTONIC. */
static inline int is_valid_clock(int clock) {
  return clock == 0 || clock == 1;
}

#endif
