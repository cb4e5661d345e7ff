// strsignal, strxfrm in the C locale, ffs, ffsl, ffsll, strsep of null.
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

int main(void) {
  printf("%s,", strsignal(SIGSEGV));
  printf(" %s\n", strsignal(SIGINT));
  char moved[8] = "";
  printf("strxfrm: %d", (int)strxfrm(moved, "abc", sizeof moved));
  printf(" %s\n", moved);
  printf("ffs: %d %d %d %d\n", ffs(0), ffs(1), ffs(40), ffs(-2147483647 - 1));
  printf("ffsl: %d, ffsll: %d\n", ffsl(64l), ffsll(1ll << 40));
  char *none = NULL;
  printf("strsep of null: %d\n", strsep(&none, ",") == NULL);
  return 0;
}
