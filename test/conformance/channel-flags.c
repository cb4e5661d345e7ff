// fcntl: the flags of pipes, pairs of sockets and event counters, read, set and with their effect; descriptors that are not open.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

static void flags(int descriptor) {
  int now = fcntl(descriptor, F_GETFL, 0);
  printf("%d/%d ", now & O_ACCMODE, (now & O_NONBLOCK) != 0);
}

int main(void) {
  int ends[2], pair[2];
  char c;
  unsigned long long count = 0;
  if (pipe(ends) || socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return 1;
  int counter = eventfd(0, EFD_NONBLOCK);
  flags(ends[0]);
  flags(ends[1]);
  flags(pair[0]);
  flags(counter);
  printf("\n%d\n", fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK));
  flags(ends[0]);
  flags(ends[1]);
  ssize_t got = read(ends[0], &c, 1);
  printf("%zd %d\n", got, errno == EAGAIN);
  got = read(counter, &count, sizeof count);
  printf("%zd %d\n", got, errno == EAGAIN);
  printf("%d ", fcntl(ends[0], F_SETFL, 0));
  flags(ends[0]);
  printf("%zd ", write(ends[1], "x", 1));
  got = read(ends[0], &c, 1);
  printf("%zd %c\n", got, c);
  printf("%d ", fcntl(ends[0], F_SETFD, FD_CLOEXEC));
  printf("%d ", fcntl(ends[0], F_GETFD));
  printf("%d ", fcntl(ends[0], F_SETFD, 0));
  printf("%d\n", fcntl(ends[0], F_GETFD));
  close(counter);
  int was = fcntl(counter, F_GETFL);
  printf("%d %d\n", was, errno);
  was = fcntl(-1, F_SETFD, 0);
  printf("%d %d\n", was, errno);
  return 0;
}
