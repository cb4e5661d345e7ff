// time, clock, clock_gettime, clock_getres, gettimeofday, timespec_get as properties: they succeed, fields are in range, the
// monotonic clock does not go back.
#include <errno.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

static int in_range(struct timespec ts) { return ts.tv_sec >= 0 && ts.tv_nsec >= 0 && ts.tv_nsec < 1000000000; }

static int ordered(struct timespec a, struct timespec b) {
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec <= b.tv_nsec);
}

int main(void) {
  struct timespec a = {-1, -1}, b = {-1, -1}, real = {-1, -1};
  printf("monotonic %d", clock_gettime(CLOCK_MONOTONIC, &a));
  printf(" %d", clock_gettime(CLOCK_MONOTONIC, &b));
  printf(", in range %d %d, ordered %d\n", in_range(a), in_range(b), ordered(a, b));
  printf("realtime %d", clock_gettime(CLOCK_REALTIME, &real));
  printf(", in range %d\n", in_range(real));
  errno = 0;
  printf("unknown clock %d", clock_gettime(12345, &a));
  printf(", errno %d\n", errno);
  struct timespec resolution = {-1, -1};
  printf("resolution %d", clock_getres(CLOCK_MONOTONIC, &resolution));
  printf(", in range %d, positive %d\n", in_range(resolution), resolution.tv_sec > 0 || resolution.tv_nsec > 0);
  struct timeval tv = {-1, -1};
  printf("gettimeofday %d", gettimeofday(&tv, NULL));
  printf(", in range %d\n", tv.tv_sec >= 0 && tv.tv_usec >= 0 && tv.tv_usec < 1000000);
  struct timespec utc = {-1, -1};
  printf("timespec_get %d", timespec_get(&utc, TIME_UTC) == TIME_UTC);
  printf(", in range %d\n", in_range(utc));
  time_t stored = -1, now = time(&stored);
  printf("time stores what it returns %d, positive %d\n", now == stored, now >= 0);
  printf("time of null %d\n", time(NULL) >= 0);
  clock_t c = clock();
  printf("clock %d, does not go back %d\n", c >= 0, clock() >= c);
  return 0;
}
