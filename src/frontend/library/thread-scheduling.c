/* Priorities, policies, affinities: Ravel explores all schedules, so that these functions return what Linux returns to an ordinary
 * process and change nothing. sched_yield and pthread_yield are not steps: another thread may run there anyway.
 */
#define _GNU_SOURCE
#include "objects.h"

static int fail(int error) {
  __rvl_set_errno(error);
  return -1;
}

/* 0, or why an ordinary process may not have this policy and priority. */
static int refusal(int policy, int priority) {
  switch (policy) {
    case SCHED_OTHER:
    case SCHED_BATCH:
    case SCHED_IDLE:
      return priority == 0 ? 0 : EINVAL;
    case SCHED_FIFO:
    case SCHED_RR:
      return priority >= 1 && priority <= 99 ? EPERM : EINVAL;
    default:
      return EINVAL;
  }
}

static int check_thread(pthread_t id) {
  __rvl_atomic_begin();
  __rvl_thread_of(id);
  __rvl_atomic_end();
  return 0;
}

/* One processor. */
static void fill_set(size_t size, cpu_set_t *set) {
  for (size_t i = 0; i < size; i++) ((char *)set)[i] = i == 0;
}

/* A set must hold the only processor. */
static int is_usable_set(size_t size, const cpu_set_t *set) {
  return size > 0 && (*(const char *)set & 1);
}

/* No effect; returns 0. */
int sched_yield(void) {
  return 0;
}

/* No effect; returns 0. */
int pthread_yield(void) {
  return 0;
}

/* Nothing changes: EINVAL for an impossible combination, EPERM for the real-time policies. */
int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *param) {
  int priority = param->sched_priority;
  check_thread(thread);
  return refusal(policy, priority);
}

/* Always SCHED_OTHER and 0. */
int pthread_getschedparam(pthread_t thread, int *restrict policy, struct sched_param *restrict param) {
  check_thread(thread);
  *policy = SCHED_OTHER;
  param->sched_priority = 0;
  return 0;
}

/* Only 0 is possible, else EINVAL. */
int pthread_setschedprio(pthread_t thread, int priority) {
  check_thread(thread);
  return refusal(SCHED_OTHER, priority);
}

static int concurrency;

/* What was set. */
int pthread_getconcurrency(void) {
  __rvl_atomic_begin();
  int level = concurrency;
  __rvl_atomic_end();
  return level;
}

/* Remembered without effect; EINVAL below 0. */
int pthread_setconcurrency(int level) {
  if (level < 0) return EINVAL;
  __rvl_atomic_begin();
  concurrency = level;
  __rvl_atomic_end();
  return 0;
}

/* Accepts any set with processor 0, the only one; else EINVAL. */
int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t *set) {
  check_thread(thread);
  return is_usable_set(size, set) ? 0 : EINVAL;
}

/* The set of processor 0; EINVAL for a set smaller than a word. */
int pthread_getaffinity_np(pthread_t thread, size_t size, cpu_set_t *set) {
  check_thread(thread);
  if (size < sizeof(long)) return EINVAL;
  fill_set(size, set);
  return 0;
}

/* A clock number of the thread; its time is the process's. */
int pthread_getcpuclockid(pthread_t thread, int *clock) {
  check_thread(thread);
  *clock = 2;
  return 0;
}

/* As pthread_setschedparam, with errno. */
int sched_setscheduler(int pid, int policy, const struct sched_param *param) {
  (void)pid;
  int error = refusal(policy & ~SCHED_RESET_ON_FORK, param->sched_priority);
  return error ? fail(error) : 0;
}

/* Always SCHED_OTHER. */
int sched_getscheduler(int pid) {
  return pid < 0 ? fail(EINVAL) : SCHED_OTHER;
}

/* Only priority 0 is possible. */
int sched_setparam(int pid, const struct sched_param *param) {
  (void)pid;
  return param->sched_priority == 0 ? 0 : fail(EINVAL);
}

/* Priority 0. */
int sched_getparam(int pid, struct sched_param *param) {
  if (pid < 0 || !param) return fail(EINVAL);
  param->sched_priority = 0;
  return 0;
}

/* 99 for the real-time policies, 0 for the others. */
int sched_get_priority_max(int policy) {
  if (policy == SCHED_FIFO || policy == SCHED_RR) return 99;
  return refusal(policy, 0) ? fail(EINVAL) : 0;
}

/* 1 for the real-time policies, 0 for the others. */
int sched_get_priority_min(int policy) {
  if (policy == SCHED_FIFO || policy == SCHED_RR) return 1;
  return refusal(policy, 0) ? fail(EINVAL) : 0;
}

/* No time slice. */
int sched_rr_get_interval(int pid, struct timespec *interval) {
  if (pid < 0) return fail(EINVAL);
  interval->tv_sec = 0;
  interval->tv_nsec = 0;
  return 0;
}

/* As pthread_setaffinity_np, with errno. */
int sched_setaffinity(int pid, size_t size, const cpu_set_t *set) {
  (void)pid;
  return is_usable_set(size, set) ? 0 : fail(EINVAL);
}

/* As pthread_getaffinity_np, with errno. */
int sched_getaffinity(int pid, size_t size, cpu_set_t *set) {
  (void)pid;
  if (size < sizeof(long)) return fail(EINVAL);
  fill_set(size, set);
  return 0;
}

/* Processor 0. */
int sched_getcpu(void) {
  return 0;
}

/* Counts the bits of the set. */
int __sched_cpucount(size_t size, const cpu_set_t *set) {
  int count = 0;
  for (size_t i = 0; i < size / sizeof(long); i++) count += __builtin_popcountl(set->__bits[i]);
  return count;
}

/* A set for `count` processors from the heap. */
cpu_set_t *__sched_cpualloc(size_t count) {
  return __rvl_malloc(CPU_ALLOC_SIZE(count));
}

/* Frees it. */
void __sched_cpufree(cpu_set_t *set) {
  __rvl_free(set);
}
