#ifndef _SYS_TIME_H
#define _SYS_TIME_H

#include <features.h>
#include <bits/timeval.h>
#include <sys/types.h>

struct timezone {
  int tz_minuteswest;
  int tz_dsttime;
};

int gettimeofday(struct timeval *__restrict, void *__restrict);

#define TIMEVAL_TO_TIMESPEC(tv, ts) ((void)((ts)->tv_sec = (tv)->tv_sec, (ts)->tv_nsec = (tv)->tv_usec * 1000))
#define TIMESPEC_TO_TIMEVAL(tv, ts) ((void)((tv)->tv_sec = (ts)->tv_sec, (tv)->tv_usec = (ts)->tv_nsec / 1000))
#define timerisset(t) ((t)->tv_sec || (t)->tv_usec)
#define timerclear(t) ((t)->tv_sec = (t)->tv_usec = 0)
#define timercmp(a, b, OP) (((a)->tv_sec == (b)->tv_sec) ? ((a)->tv_usec OP(b)->tv_usec) : ((a)->tv_sec OP(b)->tv_sec))
#define timeradd(a, b, result)                        \
  do {                                                \
    (result)->tv_sec = (a)->tv_sec + (b)->tv_sec;     \
    (result)->tv_usec = (a)->tv_usec + (b)->tv_usec;  \
    if ((result)->tv_usec >= 1000000) {               \
      ++(result)->tv_sec;                             \
      (result)->tv_usec -= 1000000;                   \
    }                                                 \
  } while (0)
#define timersub(a, b, result)                        \
  do {                                                \
    (result)->tv_sec = (a)->tv_sec - (b)->tv_sec;     \
    (result)->tv_usec = (a)->tv_usec - (b)->tv_usec;  \
    if ((result)->tv_usec < 0) {                      \
      --(result)->tv_sec;                             \
      (result)->tv_usec += 1000000;                   \
    }                                                 \
  } while (0)

#endif
