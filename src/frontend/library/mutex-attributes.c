/* Attributes of mutexes, in glibc's bits of one int: type, sharing, robustness, protocol and ceiling. The accesses are ordinary
 * ones of the caller. Sharing between processes and priorities have no effect.
 */
#define _GNU_SOURCE
#include "objects.h"

#define ROBUST 0x40000000u
#define SHARED 0x80000000u
#define PROTOCOL 0x30000000u
enum { PROTOCOL_SHIFT = 28, CEILING_SHIFT = 12, CEILING = 0xfff000, TYPE = 0xfff };

static unsigned *bits_of(const pthread_mutexattr_t *attr) {
  return (unsigned *)attr;
}

/* Initialises the mutex by its attributes; ENOTSUP for a robust one with PTHREAD_PRIO_PROTECT. */
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr) {
  int kind = 0;
  if (attr) {
    unsigned bits = *bits_of(attr), protocol = (bits & PROTOCOL) >> PROTOCOL_SHIFT, ceiling = (bits & CEILING) >> CEILING_SHIFT;
    kind = bits & TYPE & KIND_TYPE;
    if (bits & ROBUST) kind |= KIND_ROBUST;
    if (protocol == PTHREAD_PRIO_INHERIT) kind |= KIND_INHERIT;
    if (protocol == PTHREAD_PRIO_PROTECT) {
      if (bits & ROBUST) return ENOTSUP;
      kind |= KIND_PROTECT | (ceiling ? ceiling : 1) << KIND_CEILING_SHIFT;
    }
  }
  return __rvl_mutex_init(mutex, kind);
}

/* The default attributes. */
int pthread_mutexattr_init(pthread_mutexattr_t *attr) {
  *bits_of(attr) = 0;
  return 0;
}

/* Nothing to free; returns 0. */
int pthread_mutexattr_destroy(pthread_mutexattr_t *attr) {
  (void)attr;
  return 0;
}

/* The type. */
int pthread_mutexattr_gettype(const pthread_mutexattr_t *restrict attr, int *restrict type) {
  *type = *bits_of(attr) & TYPE;
  return 0;
}

/* Sets the type: normal, recursive, error-checking or adaptive (which behaves as normal), else EINVAL. */
int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int type) {
  if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ADAPTIVE_NP) return EINVAL;
  *bits_of(attr) = (*bits_of(attr) & ~TYPE) | type;
  return 0;
}

/* Whether processes share it. */
int pthread_mutexattr_getpshared(const pthread_mutexattr_t *restrict attr, int *restrict shared) {
  *shared = *bits_of(attr) & SHARED ? PTHREAD_PROCESS_SHARED : PTHREAD_PROCESS_PRIVATE;
  return 0;
}

/* Sets whether processes share it; no effect. */
int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared) {
  if (shared != PTHREAD_PROCESS_PRIVATE && shared != PTHREAD_PROCESS_SHARED) return EINVAL;
  *bits_of(attr) = (*bits_of(attr) & ~SHARED) | (shared ? SHARED : 0);
  return 0;
}

/* The protocol. */
int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *restrict attr, int *restrict protocol) {
  *protocol = (*bits_of(attr) & PROTOCOL) >> PROTOCOL_SHIFT;
  return 0;
}

/* Sets the protocol; priorities have no effect. */
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol) {
  if (protocol < PTHREAD_PRIO_NONE || protocol > PTHREAD_PRIO_PROTECT) return EINVAL;
  *bits_of(attr) = (*bits_of(attr) & ~PROTOCOL) | (unsigned)protocol << PROTOCOL_SHIFT;
  return 0;
}

/* The priority ceiling, 1 unless set. */
int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *restrict attr, int *restrict ceiling) {
  int set = (*bits_of(attr) & CEILING) >> CEILING_SHIFT;
  *ceiling = set ? set : 1;
  return 0;
}

/* Sets the priority ceiling, 1 … 99, without effect; else EINVAL. */
int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attr, int ceiling) {
  if (ceiling < 1 || ceiling > 99) return EINVAL;
  *bits_of(attr) = (*bits_of(attr) & ~CEILING) | ceiling << CEILING_SHIFT;
  return 0;
}

static int get_robust(const pthread_mutexattr_t *attr, int *robust) {
  *robust = *bits_of(attr) & ROBUST ? PTHREAD_MUTEX_ROBUST : PTHREAD_MUTEX_STALLED;
  return 0;
}

static int set_robust(pthread_mutexattr_t *attr, int robust) {
  if (robust != PTHREAD_MUTEX_STALLED && robust != PTHREAD_MUTEX_ROBUST) return EINVAL;
  *bits_of(attr) = (*bits_of(attr) & ~ROBUST) | (robust ? ROBUST : 0);
  return 0;
}

/* Whether the mutex survives its owner. */
int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robust) {
  return get_robust(attr, robust);
}

/* Sets whether the mutex survives its owner: then the next lock gives EOWNERDEAD. */
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust) {
  return set_robust(attr, robust);
}

/* As pthread_mutexattr_getrobust. */
int pthread_mutexattr_getrobust_np(pthread_mutexattr_t *attr, int *robust) {
  return get_robust(attr, robust);
}

/* As pthread_mutexattr_setrobust. */
int pthread_mutexattr_setrobust_np(pthread_mutexattr_t *attr, int robust) {
  return set_robust(attr, robust);
}
