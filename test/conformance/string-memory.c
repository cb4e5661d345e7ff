// memcpy, memmove (both overlaps), memset, mempcpy, memccpy, bzero, bcopy, explicit_bzero: effects and results.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static void reset(char *p) { memcpy(p, "0123456789abcdef", 17); }

int main(void) {
  char a[24], b[24];
  memset(a, 0, sizeof a);
  reset(a);
  printf("memcpy returns its target %d\n", memcpy(b, a, 17) == b);
  printf("%s\n", b);
  printf("memmove returns its target %d\n", memmove(a + 2, a, 8) == a + 2);
  printf("up: %s\n", a);
  reset(a);
  memmove(a, a + 3, 8);
  printf("down: %s\n", a);
  reset(a);
  memmove(a + 4, a + 4, 5);
  printf("same: %s\n", a);
  printf("memset returns its target %d\n", memset(a + 1, 'x' + 256, 3) == a + 1);
  printf("%s\n", a);
  volatile size_t none = 0;
  memset(a, 'y', none);
  printf("nothing: %c\n", a[0]);
  printf("mempcpy returns the end %d\n", mempcpy(a, "ABC", 3) == a + 3);
  printf("%s\n", a);
  reset(b);
  printf("memccpy stops behind the byte: %d\n", (int)((char *)memccpy(b, "key=value", '=', 9) - b));
  printf("%s\n", b);
  printf("memccpy without it: %d\n", memccpy(b, "none", '=', 4) == NULL);
  printf("%s\n", b);
  bcopy(b + 4, b, 6);
  printf("bcopy: %s\n", b);
  bzero(b + 2, 2);
  explicit_bzero(b + 5, 1);
  printf("bzero: %d %d %d %d %d\n", b[1] != 0, b[2], b[3], b[4] != 0, b[5]);
  return 0;
}
