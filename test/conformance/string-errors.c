// strerror and strerror_r texts, strerror of an unknown number, %m.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  static const int numbers[] = {0, EPERM, ENOENT, EINTR, EIO, EBADF, EAGAIN, ENOMEM, EACCES, EBUSY, EEXIST, EINVAL, EDOM, ERANGE,
                                EDEADLK, ENOSYS, EOVERFLOW, ETIMEDOUT, EOWNERDEAD, ENOTRECOVERABLE};
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) printf("%d %s\n", numbers[i], strerror(numbers[i]));
  printf("%s\n", strerror(9999));
  char buffer[64] = "";
  printf("strerror_r: %s\n", strerror_r(EINVAL, buffer, sizeof buffer));
  errno = EBUSY;
  printf("%%m: %m\n");
  return 0;
}
