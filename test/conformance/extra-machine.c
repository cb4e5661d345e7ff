// What every machine answers to a few questions about the process.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  char text[1024] = "";
  struct rusage usage;
  struct timespec time = {0, 0};
  printf("%d %d\n", syscall(SYS_getpid) == getpid(), syscall(SYS_gettid) == gettid());
  printf("%d\n", getppid() > 0);
  printf("%d\n", get_nprocs_conf() > 0);
  printf("%d", getcwd(text, sizeof text) == text);
  printf(" %c\n", text[0]);
  text[0] = 0;
  printf("%d ", gethostname(text, sizeof text));
  printf("%d\n", text[0] != 0);
  errno = 0;
  int terminal = isatty(-1);
  printf("%d %d\n", terminal, errno);
  memset(&usage, -1, sizeof usage);
  printf("%d ", getrusage(RUSAGE_SELF, &usage));
  printf("%d\n", usage.ru_utime.tv_usec >= 0);
  int set = clock_settime(77, &time);
  printf("%d %d\n", set, errno);
  char state[64];
  printf("%d\n", initstate(1, state, sizeof state) != NULL);
  printf("%d\n", setstate(state) != NULL);
  return 0;
}
