// open, read, write, close on descriptors: whether they succeed is an input, so results are in range; a descriptor that does not exist
// is EBADF.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static void show(const char *what, int rc) {
  printf("%s: %d, errno %d\n", what, rc, rc < 0 ? errno : 0);
  errno = 0;
}

int main(void) {
  char byte = 0;
  errno = 0;
  int fd = open("/dev/null", O_RDWR);
  int ok = fd >= 0 || errno != 0;
  if (fd >= 0) {
    ok &= fd > 2;
    ssize_t n = write(fd, "xyz", 3);
    ok &= n >= -1 && n <= 3;
    n = read(fd, &byte, 1);
    ok &= n >= -1 && n <= 1;
    n = close(fd);
    ok &= n == 0 || n == -1;
  }
  printf("as expected: %d\n", ok);
  show("close", close(-1));
  show("write", (int)write(-1, "x", 1));
  show("read", (int)read(-1, &byte, 1));
  show("write nothing", (int)write(1, "x", 0));
  return 0;
}
