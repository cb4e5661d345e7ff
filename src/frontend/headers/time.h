#ifndef _TIME_H
#define _TIME_H

#include <features.h>
#include <bits/types.h>
#include <bits/timespec.h>
#define __need_size_t
#define __need_NULL
#include <stddef.h>

typedef __time_t time_t;
typedef __clock_t clock_t;
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define TIME_UTC 1

#ifndef __struct_tm_defined
#define __struct_tm_defined 1
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};
#endif

time_t time(time_t *);
clock_t clock(void);
double difftime(time_t, time_t) __attribute__((__const__));
time_t mktime(struct tm *);
struct tm *gmtime(const time_t *);
struct tm *localtime(const time_t *);
char *asctime(const struct tm *);
char *ctime(const time_t *);
size_t strftime(char *__restrict, size_t, const char *__restrict, const struct tm *__restrict);
int timespec_get(struct timespec *, int);

#ifdef __USE_POSIX
#include <sys/types.h>

#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define TIMER_ABSTIME 1

int clock_gettime(clockid_t, struct timespec *);
int clock_getres(clockid_t, struct timespec *);
int clock_settime(clockid_t, const struct timespec *);
int clock_nanosleep(clockid_t, int, const struct timespec *, struct timespec *);
int nanosleep(const struct timespec *, struct timespec *);
struct tm *gmtime_r(const time_t *__restrict, struct tm *__restrict);
struct tm *localtime_r(const time_t *__restrict, struct tm *__restrict);
char *asctime_r(const struct tm *__restrict, char *__restrict);
char *ctime_r(const time_t *__restrict, char *__restrict);
time_t timegm(struct tm *);
void tzset(void);
extern char *tzname[2];
extern long timezone;
extern int daylight;
#endif

#endif
