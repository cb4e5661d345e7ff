// pthread_condattr_{init,destroy,setclock,getclock,setpshared,getpshared}: defaults, round trips, refused values; a
// timed wait against the monotonic clock, and pthread_cond_clockwait.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

int main(void) {
  pthread_condattr_t attr;
  clockid_t clock = -1;
  int value = -1, rc;
  show("init", pthread_condattr_init(&attr));
  show("get clock", pthread_condattr_getclock(&attr, &clock));
  show("  realtime", clock == CLOCK_REALTIME);
  show("set monotonic", pthread_condattr_setclock(&attr, CLOCK_MONOTONIC));
  pthread_condattr_getclock(&attr, &clock);
  show("  monotonic", clock == CLOCK_MONOTONIC);
  show("set cpu clock", pthread_condattr_setclock(&attr, CLOCK_PROCESS_CPUTIME_ID));
  show("get pshared", pthread_condattr_getpshared(&attr, &value));
  show("  private", value == PTHREAD_PROCESS_PRIVATE);
  show("set shared", pthread_condattr_setpshared(&attr, PTHREAD_PROCESS_SHARED));
  pthread_condattr_getpshared(&attr, &value);
  show("  shared", value == PTHREAD_PROCESS_SHARED);
  show("set nonsense", pthread_condattr_setpshared(&attr, 77));
  pthread_condattr_getclock(&attr, &clock);
  show("  still monotonic", clock == CLOCK_MONOTONIC);

  pthread_cond_t cond;
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  struct timespec ts;
  show("cond init", pthread_cond_init(&cond, &attr));
  show("destroy", pthread_condattr_destroy(&attr));
  show("init again", pthread_condattr_init(&attr));
  pthread_condattr_getclock(&attr, &clock);
  pthread_condattr_getpshared(&attr, &value);
  show("  defaults", clock == CLOCK_REALTIME && value == PTHREAD_PROCESS_PRIVATE);
  pthread_condattr_destroy(&attr);
  pthread_mutex_lock(&lock);
  clock_gettime(CLOCK_MONOTONIC, &ts);
  ts.tv_nsec = ts.tv_nsec < 995000000 ? ts.tv_nsec + 5000000 : 999999999;
  while ((rc = pthread_cond_timedwait(&cond, &lock, &ts)) == 0) {}
  show("timed wait", rc);
  while ((rc = pthread_cond_clockwait(&cond, &lock, CLOCK_REALTIME, &(struct timespec){1, 0})) == 0) {}
  show("clock wait", rc);
  show("cpu clock", pthread_cond_clockwait(&cond, &lock, CLOCK_PROCESS_CPUTIME_ID, &ts));
  pthread_mutex_unlock(&lock);
  show("cond destroy", pthread_cond_destroy(&cond));
  return 0;
}
