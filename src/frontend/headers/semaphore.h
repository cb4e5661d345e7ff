#ifndef _SEMAPHORE_H
#define _SEMAPHORE_H

#include <features.h>
#include <sys/types.h>
#include <bits/timespec.h>

#ifdef __LP64__
#define __SIZEOF_SEM_T 32
#else
#define __SIZEOF_SEM_T 16
#endif

typedef union {
  char __size[__SIZEOF_SEM_T];
  long __align;
} sem_t;

#define SEM_FAILED ((sem_t *)0)
#ifndef SEM_VALUE_MAX
#define SEM_VALUE_MAX 2147483647
#endif

__BEGIN_DECLS

extern int sem_init(sem_t *__sem, int __pshared, unsigned int __value);
extern int sem_destroy(sem_t *__sem);
extern sem_t *sem_open(const char *__name, int __oflag, ...);
extern int sem_close(sem_t *__sem);
extern int sem_unlink(const char *__name);
extern int sem_wait(sem_t *__sem);
extern int sem_trywait(sem_t *__sem);
extern int sem_timedwait(sem_t *__restrict __sem, const struct timespec *__restrict __abstime);
extern int sem_clockwait(sem_t *__restrict __sem, __clockid_t __clock, const struct timespec *__restrict __abstime);
extern int sem_post(sem_t *__sem);
extern int sem_getvalue(sem_t *__restrict __sem, int *__restrict __value);

__END_DECLS

#endif
