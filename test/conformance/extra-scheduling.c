// Scheduling parameters and sets of processors, as far as they are the same on every machine.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

static void show(const char *what, int result) { printf("%s %d %d\n", what, result, result < 0 ? errno : 0); }

int main(void) {
  struct sched_param priority = {.sched_priority = 5};
  struct timespec slice;
  show("setscheduler", sched_setscheduler(0, SCHED_OTHER, &priority));
  show("getscheduler", sched_getscheduler(-1));
  show("setparam", sched_setparam(0, &priority));
  show("getparam", sched_getparam(0, &priority));
  printf("%d\n", priority.sched_priority);
  show("rr_get_interval", sched_rr_get_interval(-1, &slice));
  cpu_set_t *set = CPU_ALLOC(64);
  memset(set, 0, CPU_ALLOC_SIZE(64));
  show("setaffinity", sched_setaffinity(0, CPU_ALLOC_SIZE(64), set));
  cpu_set_t all;
  CPU_ZERO(&all);
  sched_getaffinity(0, sizeof all, &all);
  printf("%d\n", CPU_COUNT(&all) > 0);
  CPU_FREE(set);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  CPU_ZERO(&all);
  printf("%d\n", pthread_attr_setaffinity_np(&attributes, sizeof all, &all) == 0);
  pthread_attr_destroy(&attributes);
  pthread_attr_init(&attributes);
  pthread_attr_getaffinity_np(&attributes, sizeof all, &all);
  printf("%d\n", CPU_ISSET(0, &all));
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  int old;
  printf("%d\n", pthread_mutex_setprioceiling(&mutex, 5, &old));
  return 0;
}
