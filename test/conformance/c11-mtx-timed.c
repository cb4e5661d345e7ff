// mtx_timedlock: success if free, thrd_timedout if main keeps it, one more level for a recursive timed mutex.
#include <stdio.h>
#include <threads.h>
#include <time.h>

static mtx_t m;

static int timed(mtx_t *mutex) {
  struct timespec ts;
  timespec_get(&ts, TIME_UTC);
  ts.tv_nsec += 5000000;
  if (ts.tv_nsec >= 1000000000) ts.tv_sec++, ts.tv_nsec -= 1000000000;
  return mtx_timedlock(mutex, &ts);
}

static int other(void *arg) { return timed(arg); }

static int from_thread(void) {
  thrd_t t;
  int rc = -1;
  thrd_create(&t, other, &m);
  thrd_join(t, &rc);
  return rc;
}

int main(void) {
  printf("init %d\n", mtx_init(&m, mtx_timed) == thrd_success);
  printf("free %d\n", timed(&m) == thrd_success);
  printf("another thread times out %d\n", from_thread() == thrd_timedout);
  printf("unlock %d\n", mtx_unlock(&m) == thrd_success);
  mtx_destroy(&m);

  printf("init %d\n", mtx_init(&m, mtx_timed | mtx_recursive) == thrd_success);
  printf("free %d\n", timed(&m) == thrd_success);
  printf("again %d\n", timed(&m) == thrd_success);
  printf("unlock %d\n", mtx_unlock(&m) == thrd_success);
  printf("another thread times out %d\n", from_thread() == thrd_timedout);
  printf("unlock %d\n", mtx_unlock(&m) == thrd_success);
  mtx_destroy(&m);
  return 0;
}
