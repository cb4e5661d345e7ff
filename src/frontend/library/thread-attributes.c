/* Attributes of threads: values to set and get, with glibc's defaults and errors. Only the detach state has an effect.
 * The accesses are ordinary ones of the caller: an attribute object is data like any other.
 */
#define _GNU_SOURCE
#include "objects.h"

enum { DEFAULT_STACK = 8 << 20, PAGE = 4096 };

/* What pthread_setattr_default_np changed: read and written in sections. */
static size_t default_stack_size = DEFAULT_STACK, default_guard_size = PAGE;

static int is_valid_priority(int policy, int priority) {
  return policy == SCHED_OTHER ? priority == 0 : priority >= 1 && priority <= 99;
}

/* Fills in glibc's defaults. */
int pthread_attr_init(pthread_attr_t *attr) {
  *(struct attributes *)attr = (struct attributes){.guard_size = PAGE};
  return 0;
}

/* Nothing to free; returns 0. */
int pthread_attr_destroy(pthread_attr_t *attr) {
  (void)attr;
  return 0;
}

/* The detach state. */
int pthread_attr_getdetachstate(const pthread_attr_t *attr, int *state) {
  *state = ((const struct attributes *)attr)->detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE;
  return 0;
}

/* Sets the detach state, which pthread_create obeys; EINVAL for another value. */
int pthread_attr_setdetachstate(pthread_attr_t *attr, int state) {
  if (state != PTHREAD_CREATE_DETACHED && state != PTHREAD_CREATE_JOINABLE) return EINVAL;
  ((struct attributes *)attr)->detached = state == PTHREAD_CREATE_DETACHED;
  return 0;
}

/* The guard size; no effect. */
int pthread_attr_getguardsize(const pthread_attr_t *attr, size_t *size) {
  *size = ((const struct attributes *)attr)->guard_size;
  return 0;
}

/* Sets the guard size; no effect. */
int pthread_attr_setguardsize(pthread_attr_t *attr, size_t size) {
  ((struct attributes *)attr)->guard_size = size;
  return 0;
}

/* The priority; no effect. */
int pthread_attr_getschedparam(const pthread_attr_t *restrict attr, struct sched_param *restrict param) {
  param->sched_priority = ((const struct attributes *)attr)->priority;
  return 0;
}

/* Sets the priority; EINVAL if the policy does not have it. */
int pthread_attr_setschedparam(pthread_attr_t *restrict attr, const struct sched_param *restrict param) {
  struct attributes *a = (struct attributes *)attr;
  if (!is_valid_priority(a->policy, param->sched_priority)) return EINVAL;
  a->priority = param->sched_priority;
  return 0;
}

/* The policy; no effect. */
int pthread_attr_getschedpolicy(const pthread_attr_t *restrict attr, int *restrict policy) {
  *policy = ((const struct attributes *)attr)->policy;
  return 0;
}

/* Sets the policy: SCHED_OTHER, SCHED_FIFO or SCHED_RR, else EINVAL. */
int pthread_attr_setschedpolicy(pthread_attr_t *attr, int policy) {
  if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR) return EINVAL;
  ((struct attributes *)attr)->policy = policy;
  return 0;
}

/* Whether scheduling is inherited; no effect. */
int pthread_attr_getinheritsched(const pthread_attr_t *restrict attr, int *restrict inherit) {
  *inherit = ((const struct attributes *)attr)->inherit;
  return 0;
}

/* Sets whether scheduling is inherited; EINVAL for another value. */
int pthread_attr_setinheritsched(pthread_attr_t *attr, int inherit) {
  if (inherit != PTHREAD_INHERIT_SCHED && inherit != PTHREAD_EXPLICIT_SCHED) return EINVAL;
  ((struct attributes *)attr)->inherit = inherit;
  return 0;
}

/* The scope, always PTHREAD_SCOPE_SYSTEM. */
int pthread_attr_getscope(const pthread_attr_t *restrict attr, int *restrict scope) {
  (void)attr;
  *scope = PTHREAD_SCOPE_SYSTEM;
  return 0;
}

/* Accepts PTHREAD_SCOPE_SYSTEM; ENOTSUP for PTHREAD_SCOPE_PROCESS, EINVAL for another value. */
int pthread_attr_setscope(pthread_attr_t *attr, int scope) {
  (void)attr;
  if (scope == PTHREAD_SCOPE_SYSTEM) return 0;
  return scope == PTHREAD_SCOPE_PROCESS ? ENOTSUP : EINVAL;
}

/* The top of the stack that was set, or null. */
int pthread_attr_getstackaddr(const pthread_attr_t *restrict attr, void **restrict address) {
  *address = ((const struct attributes *)attr)->stack;
  return 0;
}

/* Remembers the top of a stack; the thread does not use it. */
int pthread_attr_setstackaddr(pthread_attr_t *attr, void *address) {
  ((struct attributes *)attr)->stack = address;
  return 0;
}

/* The stack size, 8 MiB unless set; no effect. */
int pthread_attr_getstacksize(const pthread_attr_t *restrict attr, size_t *restrict size) {
  size_t set = ((const struct attributes *)attr)->stack_size;
  if (!set) {
    __rvl_atomic_begin();
    set = default_stack_size;
    __rvl_atomic_end();
  }
  *size = set;
  return 0;
}

/* Sets the stack size; EINVAL below PTHREAD_STACK_MIN; no effect. */
int pthread_attr_setstacksize(pthread_attr_t *attr, size_t size) {
  if (size < PTHREAD_STACK_MIN) return EINVAL;
  ((struct attributes *)attr)->stack_size = size;
  return 0;
}

/* The stack that was set. */
int pthread_attr_getstack(const pthread_attr_t *restrict attr, void **restrict address, size_t *restrict size) {
  const struct attributes *a = (const struct attributes *)attr;
  *address = a->stack ? (char *)a->stack - a->stack_size : 0;
  *size = a->stack_size;
  return 0;
}

/* Remembers a stack; EINVAL below PTHREAD_STACK_MIN; the thread does not use it. */
int pthread_attr_setstack(pthread_attr_t *attr, void *address, size_t size) {
  struct attributes *a = (struct attributes *)attr;
  if (size < PTHREAD_STACK_MIN) return EINVAL;
  a->stack = (char *)address + size;
  a->stack_size = size;
  return 0;
}

/* Accepts any set of processors; no effect. */
int pthread_attr_setaffinity_np(pthread_attr_t *attr, size_t size, const cpu_set_t *set) {
  (void)attr, (void)size, (void)set;
  return 0;
}

/* All processors, as when none were set. */
int pthread_attr_getaffinity_np(const pthread_attr_t *attr, size_t size, cpu_set_t *set) {
  (void)attr;
  for (size_t i = 0; i < size; i++) ((char *)set)[i] = -1;
  return 0;
}

/* The attributes of threads created without any. */
int pthread_getattr_default_np(pthread_attr_t *attr) {
  __rvl_atomic_begin();
  size_t stack_size = default_stack_size, guard_size = default_guard_size;
  __rvl_atomic_end();
  *(struct attributes *)attr = (struct attributes){.stack_size = stack_size, .guard_size = guard_size};
  return 0;
}

/* Changes the default sizes (they affect only the functions that return them); EINVAL for a detached state or a set stack. */
int pthread_setattr_default_np(const pthread_attr_t *attr) {
  struct attributes a = *(const struct attributes *)attr;
  if (a.detached || a.stack) return EINVAL;
  __rvl_atomic_begin();
  if (a.stack_size) default_stack_size = a.stack_size;
  default_guard_size = a.guard_size;
  __rvl_atomic_end();
  return 0;
}
