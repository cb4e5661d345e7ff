// inputs: 0 1 2 1
// expect: 2050 2050 1 1
// inputs: 0 0 0 0
// expect: 0 0 0 0
// inputs: 1 1
// expect: 2049 1
// inputs: 2
// ends: RVL203 a second descriptor of a pipe, a pair of sockets or an event counter
// inputs: 3
// ends: RVL203 a second descriptor of a pipe, a pair of sockets or an event counter
// inputs: 4
// ends: RVL203 a second descriptor of a pipe, a pair of sockets or an event counter
// inputs: 5
// ends: RVL203 fcntl with a command other than F_GETFD, F_SETFD, F_GETFL and F_SETFL
// fcntl on descriptors of the environment: what they had before is an input, asked once; what was set stays. Second descriptors of pipes, and other
// commands, are not modelled.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);
extern int fcntl64(int, int, ...);

int main(void) {
  int ends[2], first, second;
  switch (__VERIFIER_nondet_int()) {
    case 0:
      first = fcntl(0, F_GETFL);
      second = fcntl64(0, F_GETFL);
      printf("%d %d", first, second);
      first = fcntl(0, F_GETFD);
      second = fcntl64(0, F_GETFD);
      printf(" %d %d\n", first, second);
      return 0;
    case 1:
      fcntl64(1, F_SETFL, O_NONBLOCK);
      fcntl64(1, F_SETFD, FD_CLOEXEC);
      first = fcntl(1, F_GETFL);
      second = fcntl(1, F_GETFD);
      printf("%d %d\n", first, second);
      return 0;
    case 2: return pipe(ends) || dup(ends[0]);
    case 3: return dup2(eventfd(0, 0), 9);
    case 4: return pipe(ends) || dup2(0, ends[1]);
    default: return fcntl(0, F_DUPFD, 7);
  }
}
