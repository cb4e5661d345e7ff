// Streams without locks and under old names; nothing is read from the outside.
#define _GNU_SOURCE
#include <stdio.h>

extern int _IO_putc(int, FILE *), __overflow(FILE *, int), _IO_ferror(FILE *);

int main(void) {
  char buffer[64];
  setvbuf(stdout, NULL, _IONBF, 0);
  fputs_unlocked("fputs ", stdout);
  fputc_unlocked('c', stdout);
  putc_unlocked('p', stdout);
  _IO_putc('i', stdout);
  __overflow(stdout, '\n');
  fwrite_unlocked("items\n", 2, 3, stdout);
  printf("%d %d\n", fileno_unlocked(stderr), ferror_unlocked(stdout));
  printf("%d", getc(stdout));
  printf(" %d", ferror(stdout) != 0);
  printf(" %d", ferror_unlocked(stdout) != 0);
  printf(" %d", _IO_ferror(stdout) != 0);
  clearerr_unlocked(stdout);
  printf(" %d\n", ferror(stdout) != 0);
  snprintf(buffer, sizeof buffer, "done");
  puts(buffer);
  return 0;
}
