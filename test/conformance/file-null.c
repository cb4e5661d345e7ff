// Opening a file is an input: it may fail. If it succeeds the stream can be used: writing returns what was asked, closing succeeds;
// failure sets errno. Either way the output is the same.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  errno = 0;
  FILE *file = fopen("/dev/null", "w");
  printf("opened, or an error is told: %d\n", file != NULL || errno != 0);
  int ok = 1;
  if (file) {
    ok &= fileno(file) > 2 || fileno(file) == 0;
    ok &= fprintf(file, "%d %s\n", 5, "five") == 7;
    ok &= fputs("text", file) >= 0;
    ok &= fputc('c', file) == 'c';
    ok &= fwrite("abcd", 1, 4, file) == 4;
    ok &= fflush(file) == 0;
    ok &= ferror(file) == 0;
    ok &= fclose(file) == 0;
  }
  printf("all as expected: %d\n", ok);
  int fd = open("/dev/null", O_RDWR);
  ok = fd == -1 || fd > 2;
  if (fd > 2) {
    char byte;
    ok &= write(fd, "xyz", 3) == 3;
    ssize_t n = read(fd, &byte, 1);
    ok &= n >= -1 && n <= 1;
    ok &= close(fd) == 0;
  }
  printf("descriptor as expected: %d\n", ok);
  errno = 0;
  printf("close of nothing %d", close(-1));
  printf(", errno %d\n", errno);
  errno = 0;
  printf("write to nothing %d", (int)write(-1, "x", 1));
  printf(", errno %d\n", errno);
  return 0;
}
