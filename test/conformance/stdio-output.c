// puts, putchar, putc, fputc, fputs, fwrite, fprintf, vprintf, vfprintf, dprintf, write, fflush: results and the order of the output;
// what goes to stderr is counted but not seen here.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int say(const char *pattern, ...) {
  va_list args;
  va_start(args, pattern);
  int n = vprintf(pattern, args);
  va_end(args);
  return n;
}

static int tell(FILE *stream, const char *pattern, ...) {
  va_list args;
  va_start(args, pattern);
  int n = vfprintf(stream, pattern, args);
  va_end(args);
  return n;
}

int main(void) {
  printf("puts %d\n", puts("a line") >= 0);
  printf(" putchar %d\n", putchar('A'));
  printf(" putc %d\n", putc('B' + 256, stdout));
  printf(" fputc %d\n", fputc('\xff' & 0x43, stdout));
  printf("fputs %d\n", fputs("no newline\n", stdout) >= 0);
  printf(" fwrite %d\n", (int)fwrite("abcdef", 2, 3, stdout));
  printf(" fwrite none %d\n", (int)fwrite("abcdef", 0, 3, stdout));
  printf("fprintf %d\n", fprintf(stdout, "%d-%d\n", 10, 20));
  printf("vprintf %d\n", say("%s%c\n", "xyz", '!'));
  printf("vfprintf %d\n", tell(stdout, "%5d\n", 5));
  printf("flush %d\n", fflush(stdout));
  fflush(stdout);
  ssize_t n = write(1, "written\n", 8);
  printf("write %d\n", (int)n);
  fflush(stdout);
  int d = dprintf(1, "%s %d\n", "direct", 1);
  printf("dprintf %d\n", d);
  printf("stderr %d", fprintf(stderr, "1234\n"));
  printf(" %d", fputs("x\n", stderr) >= 0);
  printf(" %d\n", fputc('\n', stderr));
  perror("perror");
  perror(NULL);
  printf("putchar_unlocked %d\n", putchar_unlocked('\t'));
  printf("flush all %d\n", fflush(NULL));
  return 0;
}
