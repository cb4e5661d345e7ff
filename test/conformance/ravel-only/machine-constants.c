// inputs: 0 1
// expect: 4242 1 4242 1000 1000 1000 1000
// expect: 18 4 4 4096
// expect: / localhost
// expect: 0
// expect: terminal 0 1
// A machine and a process like many others.
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <unistd.h>

int main(void) {
  char folder[8], host[16];
  printf("%d %d %d %d %d %d %d\n", getpid(), getppid(), gettid(), getuid(), geteuid(), getgid(), getegid());
  printf("%d %d %d %d\n", umask(0), get_nprocs(), get_nprocs_conf(), getpagesize());
  printf("%s", getcwd(folder, sizeof folder));
  gethostname(host, sizeof host);
  printf(" %s\n", host);
  printf("%d\n", sched_getcpu());
  printf("terminal %d", isatty(1));
  printf(" %d\n", isatty(1));
  return 0;
}
