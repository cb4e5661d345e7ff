// pthread_{get,set}affinity_np, pthread_getcpuclockid, sched_getcpu: properties that hold on every machine.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <time.h>

int main(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  printf("empty: %d\n", CPU_COUNT(&set));
  printf("get: %d\n", pthread_getaffinity_np(pthread_self(), sizeof set, &set));
  printf("at least one processor: %d\n", CPU_COUNT(&set) >= 1);
  printf("set the same: %d\n", pthread_setaffinity_np(pthread_self(), sizeof set, &set));
  printf("sched_getcpu: %d\n", sched_getcpu() >= 0);
  cpu_set_t none;
  CPU_ZERO(&none);
  printf("set none: %d\n", pthread_setaffinity_np(pthread_self(), sizeof none, &none));
  clockid_t clock = 12345;
  printf("cpu clock: %d\n", pthread_getcpuclockid(pthread_self(), &clock));
  struct timespec a = {-1, -1}, b = {-1, -1};
  printf("read: %d\n", clock_gettime(clock, &a));
  clock_gettime(clock, &b);
  printf("does not go back: %d\n", a.tv_sec >= 0 && (b.tv_sec > a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec >= a.tv_nsec)));
  return 0;
}
