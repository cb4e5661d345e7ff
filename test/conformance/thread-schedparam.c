// pthread_{get,set}schedparam, pthread_setschedprio, pthread_{get,set}concurrency, sched_get_priority_{min,max}: what an
// ordinary thread sees.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>

static void show(const char *what, int rc) { printf("%s: %d\n", what, rc); }

int main(void) {
  struct sched_param param = {.sched_priority = 55};
  int policy = 55;
  show("get", pthread_getschedparam(pthread_self(), &policy, &param));
  show("  other", policy == SCHED_OTHER);
  show("  priority", param.sched_priority);
  show("set other, 0", pthread_setschedparam(pthread_self(), SCHED_OTHER, &param));
  param.sched_priority = 1;
  show("set other, 1", pthread_setschedparam(pthread_self(), SCHED_OTHER, &param));
  show("priority 0", pthread_setschedprio(pthread_self(), 0));
  show("priority 1", pthread_setschedprio(pthread_self(), 1));
  show("concurrency", pthread_getconcurrency());
  show("set concurrency", pthread_setconcurrency(3));
  show("concurrency", pthread_getconcurrency());
  show("set negative", pthread_setconcurrency(-1));
  show("other min", sched_get_priority_min(SCHED_OTHER));
  show("other max", sched_get_priority_max(SCHED_OTHER));
  show("fifo min", sched_get_priority_min(SCHED_FIFO));
  show("fifo max", sched_get_priority_max(SCHED_FIFO));
  show("yield", sched_yield());
  return 0;
}
