/* Clocks and sleeping. There is one clock, in milliseconds since the start. It never runs backwards: each read advances it by an input (up to
 * 127 milliseconds, or 1 to 128 seconds), and by at least the time that the thread has slept since its last read. Sleeping is not a
 * step: other threads may run at any time anyway. */
#define _GNU_SOURCE
#include "internal.h"
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

/* The wall clock's start: 2023-11-14 22:13:20 UTC. The monotonic clock starts at an hour. */
enum { EPOCH = 1700000000, UPTIME = 3600 };

static unsigned long long now;
/* The thread's last read of the clock, and how long it has slept since. */
static _Thread_local unsigned long long seen, slept;

unsigned long long __rvl_clock(void) {
  unsigned long long least = seen + slept;
  unsigned step = (unsigned)__rvl_input(8, "time passed");
  __rvl_atomic_begin();
  now += step < 128 ? step : (step - 127) * 1000;
  if (now < least) now = least;
  seen = now;
  __rvl_atomic_end();
  slept = 0;
  return seen;
}

/* The time of a clock at the start, in seconds; -1: not a clock. */
static int start_of(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE: return EPOCH;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME: return UPTIME;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID: return 0;
    default: return -1;
  }
}

static int fail(int error) {
  __rvl_set_errno(error);
  return -1;
}

/* The clock in seconds: advances by an input at each read and never runs backwards. */
time_t time(time_t *to) {
  time_t seconds = (time_t)(EPOCH + __rvl_clock() / 1000);
  if (to) *to = seconds;
  return seconds;
}

/* The clock since the start, in microseconds. */
clock_t clock(void) {
  return (clock_t)(__rvl_clock() * 1000);
}

/* The clock; each kind has a different start. */
int clock_gettime(clockid_t clock, struct timespec *to) {
  int start = start_of(clock);
  if (start < 0) return fail(EINVAL);
  unsigned long long milliseconds = __rvl_clock();
  to->tv_sec = (time_t)((unsigned)start + milliseconds / 1000);
  to->tv_nsec = (long)(milliseconds % 1000 * 1000000);
  return 0;
}

/* As clock_gettime of the wall clock. */
int timespec_get(struct timespec *to, int base) {
  if (base != TIME_UTC) return 0;
  unsigned long long milliseconds = __rvl_clock();
  to->tv_sec = (time_t)(EPOCH + milliseconds / 1000);
  to->tv_nsec = (long)(milliseconds % 1000 * 1000000);
  return base;
}

/* A millisecond. */
int clock_getres(clockid_t clock, struct timespec *to) {
  if (start_of(clock) < 0) return fail(EINVAL);
  if (to) {
    to->tv_sec = 0;
    to->tv_nsec = 1000000;
  }
  return 0;
}

/* Not permitted. */
int clock_settime(clockid_t clock, const struct timespec *from) {
  (void)from->tv_sec;
  return fail(start_of(clock) < 0 ? EINVAL : EPERM);
}

/* The wall clock. */
int gettimeofday(struct timeval *restrict to, void *restrict zone) {
  unsigned long long milliseconds = __rvl_clock();
  if (to) {
    to->tv_sec = (time_t)(EPOCH + milliseconds / 1000);
    to->tv_usec = (suseconds_t)(milliseconds % 1000 * 1000);
  }
  if (zone) *(struct timezone *)zone = (struct timezone){0, 0};
  return 0;
}

/* Computed. */
double difftime(time_t late, time_t early) {
  return (double)late - (double)early;
}

/* Not a step; a cancellation point. The thread's next read of the clock is that much later. */
unsigned sleep(unsigned seconds) {
  __rvl_cancellation_point();
  slept += seconds * 1000ull;
  return 0;
}

/* As sleep. */
int usleep(useconds_t microseconds) {
  __rvl_cancellation_point();
  slept += microseconds / 1000;
  return 0;
}

/* The milliseconds of an interval, rounded up; -1 if it is invalid. */
static long long interval(const struct timespec *from) {
  time_t seconds = from->tv_sec;
  long nanoseconds = from->tv_nsec;
  if (seconds < 0 || nanoseconds < 0 || nanoseconds >= 1000000000) return -1;
  if ((long long)seconds > 1000000000000) seconds = (time_t)1000000000000;
  return (long long)seconds * 1000 + (nanoseconds + 999999) / 1000000;
}

/* As sleep; never interrupted. */
int nanosleep(const struct timespec *time, struct timespec *rest) {
  (void)rest;
  __rvl_cancellation_point();
  long long milliseconds = interval(time);
  if (milliseconds < 0) return fail(EINVAL);
  slept += (unsigned long long)milliseconds;
  return 0;
}

/* As sleep, for a time or up to a time, by any clock but the thread's own; never interrupted. */
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest) {
  (void)rest;
  __rvl_cancellation_point();
  long long milliseconds = interval(time);
  int start = start_of(clock);
  if (milliseconds < 0 || start < 0 || clock == CLOCK_THREAD_CPUTIME_ID) return EINVAL;
  if (!(flags & TIMER_ABSTIME)) {
    slept += (unsigned long long)milliseconds;
  } else {
    long long until = milliseconds - start * 1000ll;
    if (until > 0 && (unsigned long long)until > seen + slept) slept = (unsigned long long)until - seen;
  }
  return 0;
}
