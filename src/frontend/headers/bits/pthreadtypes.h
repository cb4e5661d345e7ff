/* The types of pthread.h in glibc's sizes; where a static initialiser writes something (a mutex's kind, a read-write lock's
 * flags) also in glibc's places. The models keep their own state in these bytes: see library/objects.h. */
#ifndef _BITS_PTHREADTYPES_H
#define _BITS_PTHREADTYPES_H

typedef unsigned long pthread_t;
typedef unsigned int pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;

#ifdef __LP64__
#define __SIZEOF_PTHREAD_ATTR_T 56
#define __SIZEOF_PTHREAD_MUTEX_T 40
#define __SIZEOF_PTHREAD_RWLOCK_T 56
#define __SIZEOF_PTHREAD_BARRIER_T 32
#else
#define __SIZEOF_PTHREAD_ATTR_T 36
#define __SIZEOF_PTHREAD_MUTEX_T 24
#define __SIZEOF_PTHREAD_RWLOCK_T 32
#define __SIZEOF_PTHREAD_BARRIER_T 20
#endif
#define __SIZEOF_PTHREAD_COND_T 48
#define __SIZEOF_PTHREAD_MUTEXATTR_T 4
#define __SIZEOF_PTHREAD_CONDATTR_T 4
#define __SIZEOF_PTHREAD_RWLOCKATTR_T 8
#define __SIZEOF_PTHREAD_BARRIERATTR_T 4

union pthread_attr_t {
  char __size[__SIZEOF_PTHREAD_ATTR_T];
  long __align;
};
#ifndef __have_pthread_attr_t
#define __have_pthread_attr_t 1
typedef union pthread_attr_t pthread_attr_t;
#endif

typedef union {
  struct {
    int __lock;
    unsigned int __count;
    int __owner;
#ifdef __LP64__
    unsigned int __nusers;
#endif
    int __kind;
#ifdef __LP64__
    int __spins;
    void *__list[2];
#else
    unsigned int __nusers;
    void *__list[1];
#endif
  } __data;
  char __size[__SIZEOF_PTHREAD_MUTEX_T];
  long __align;
} pthread_mutex_t;

#ifdef __LP64__
#define __PTHREAD_MUTEX_INITIALIZER(kind) {{0, 0, 0, 0, kind, 0, {0, 0}}}
#else
#define __PTHREAD_MUTEX_INITIALIZER(kind) {{0, 0, 0, kind, 0, {0}}}
#endif

typedef union {
  struct {
    unsigned int __header[2];
    unsigned long long __waiters[5];
  } __data;
  char __size[__SIZEOF_PTHREAD_COND_T];
  long long __align;
} pthread_cond_t;

typedef union {
  struct {
    unsigned int __writer;
    unsigned long __readers[5];
    unsigned int __flags;
    unsigned int __unused;
  } __data;
  char __size[__SIZEOF_PTHREAD_RWLOCK_T];
  long __align;
} pthread_rwlock_t;

typedef union {
  char __size[__SIZEOF_PTHREAD_BARRIER_T];
  long __align;
} pthread_barrier_t;

typedef union {
  char __size[__SIZEOF_PTHREAD_MUTEXATTR_T];
  int __align;
} pthread_mutexattr_t;

typedef union {
  char __size[__SIZEOF_PTHREAD_CONDATTR_T];
  int __align;
} pthread_condattr_t;

typedef union {
  char __size[__SIZEOF_PTHREAD_RWLOCKATTR_T];
  long __align;
} pthread_rwlockattr_t;

typedef union {
  char __size[__SIZEOF_PTHREAD_BARRIERATTR_T];
  int __align;
} pthread_barrierattr_t;

#endif
