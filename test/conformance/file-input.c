// Input from stdin is an input of the program, so only what always holds is shown: results in range, buffers terminated, ungetc gives
// its character back first, end of file stays.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int is_character(int c) { return c == EOF || (c >= 0 && c <= 255); }

int main(void) {
  printf("ungetc %c\n", ungetc('Q', stdin));
  printf("getchar %c\n", getchar());
  printf("getchar in range %d\n", is_character(getchar()));
  ungetc('z', stdin);
  printf("fgetc %c\n", fgetc(stdin));
  ungetc('y', stdin);
  printf("getc %c\n", getc(stdin));

  char line[8];
  memset(line, '#', sizeof line);
  ungetc('L', stdin);
  char *got = fgets(line, sizeof line, stdin);
  printf("fgets %d, starts %c, terminated %d\n", got == line, line[0], memchr(line, 0, sizeof line) != NULL);
  memset(line, '#', sizeof line);
  ungetc('\n', stdin);
  printf("fgets of an empty line %d", fgets(line, sizeof line, stdin) == line);
  printf(" %d\n", strcmp(line, "\n") == 0);

  ungetc('b', stdin);
  size_t n = fread(line, 1, sizeof line, stdin);
  printf("fread at least what was put back %d, first %c\n", n >= 1 && n <= sizeof line, line[0]);
  ssize_t r = read(0, line, sizeof line);
  printf("read in range %d\n", r >= -1 && r <= (ssize_t)sizeof line);
  int c = getchar();
  printf("an end has a reason %d\n", c != EOF || feof(stdin) || ferror(stdin));
  clearerr(stdin);
  printf("cleared %d %d\n", ferror(stdin), feof(stdin));
  return 0;
}
