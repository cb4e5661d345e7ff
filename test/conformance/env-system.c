// sysconf, getpid, getppid, gettid, getpagesize, get_nprocs: properties only.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/sysinfo.h>
#include <unistd.h>

static pid_t main_pid;

static void *child(void *arg) {
  (void)arg;
  return (void *)(intptr_t)(getpid() == main_pid && gettid() != main_pid);
}

int main(void) {
  pthread_t t;
  void *same;
  printf("page size %d, agree %d\n", sysconf(_SC_PAGESIZE) > 0, sysconf(_SC_PAGESIZE) == getpagesize());
  printf("processors %d %d %d\n", sysconf(_SC_NPROCESSORS_ONLN) > 0, sysconf(_SC_NPROCESSORS_CONF) > 0, get_nprocs() > 0);
  printf("threads %d, clock ticks %d, open files %d\n", sysconf(_SC_THREADS) > 0, sysconf(_SC_CLK_TCK) > 0, sysconf(_SC_OPEN_MAX) > 0);
  errno = 0;
  printf("unknown %ld", sysconf(123456));
  printf(", errno %d\n", errno);
  main_pid = getpid();
  printf("pid %d, twice the same %d, main's thread id is it %d\n", main_pid > 0, getpid() == main_pid, gettid() == main_pid);
  printf("parent %d\n", getppid() >= 0);
  pthread_create(&t, NULL, child, NULL);
  pthread_join(t, &same);
  printf("threads share the process id, not the thread id: %d\n", (int)(intptr_t)same);
  printf("limits %d %d\n", INT_MAX, PTHREAD_KEYS_MAX >= 128);
  return 0;
}
