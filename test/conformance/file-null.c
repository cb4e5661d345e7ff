// Whether a file can be opened and written is an input: failure to open sets errno, writing returns what was asked or an error. Either
// way the output is the same.
#include <errno.h>
#include <stdio.h>

int main(void) {
  errno = 0;
  FILE *file = fopen("/dev/null", "w");
  printf("opened, or an error is told: %d\n", file != NULL || errno != 0);
  int ok = 1;
  if (file) {
    ok &= fileno(file) > 2;
    int n = fprintf(file, "%d %s\n", 5, "five");
    ok &= n == 7 || n < 0;
    n = fputs("text", file);
    ok &= n >= 0 || n == EOF;
    n = fputc('c', file);
    ok &= n == 'c' || n == EOF;
    ok &= fwrite("abcd", 1, 4, file) <= 4;
    n = fflush(file);
    ok &= n == 0 || n == EOF;
    n = fclose(file);
    ok &= n == 0 || n == EOF;
  }
  printf("all as expected: %d\n", ok);
  return 0;
}
