// Opening a file is an input: it may fail. If it succeeds the stream can be used: writing returns what was asked, closing succeeds;
// failure sets errno. Either way the output is the same.
#include <errno.h>
#include <stdio.h>

int main(void) {
  errno = 0;
  FILE *file = fopen("/dev/null", "w");
  printf("opened, or an error is told: %d\n", file != NULL || errno != 0);
  int ok = 1;
  if (file) {
    ok &= fileno(file) > 2;
    ok &= fprintf(file, "%d %s\n", 5, "five") == 7;
    ok &= fputs("text", file) >= 0;
    ok &= fputc('c', file) == 'c';
    ok &= fwrite("abcd", 1, 4, file) == 4;
    ok &= fflush(file) == 0;
    ok &= ferror(file) == 0;
    ok &= fclose(file) == 0;
  }
  printf("all as expected: %d\n", ok);
  return 0;
}
