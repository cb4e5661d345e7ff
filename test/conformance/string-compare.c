// strcmp, strncmp, memcmp, strcasecmp, strncasecmp, strcoll: only the sign counts; bytes compare unsigned.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *sign(int n) { return n < 0 ? "<" : n > 0 ? ">" : "="; }

static void pair(const char *a, const char *b) {
  printf("%s %s: strcmp %s", a, b, sign(strcmp(a, b)));
  printf(" strncmp/2 %s", sign(strncmp(a, b, 2)));
  printf(" strncmp/0 %s", sign(strncmp(a, b, 0)));
  printf(" strcasecmp %s", sign(strcasecmp(a, b)));
  printf(" strncasecmp/3 %s", sign(strncasecmp(a, b, 3)));
  printf(" strcoll %s\n", sign(strcoll(a, b)));
}

int main(void) {
  pair("abc", "abc");
  pair("abc", "abd");
  pair("abd", "abc");
  pair("ab", "abc");
  pair("abc", "ab");
  pair("ABC", "abc");
  pair("Abd", "aBC");
  pair("", "a");
  pair("", "");
  const char high[] = "\xff", low[] = "\x7f";
  printf("unsigned: strcmp %s", sign(strcmp(high, low)));
  printf(" strncmp %s", sign(strncmp(high, low, 1)));
  printf(" memcmp %s\n", sign(memcmp(high, low, 1)));
  printf("memcmp past a null: %s", sign(memcmp("a\0b", "a\0c", 4)));
  printf(" %s", sign(memcmp("a\0b", "a\0c", 2)));
  printf(" %s\n", sign(memcmp("x", "y", 0)));
  printf("bcmp: %d %d\n", bcmp("same", "same", 4) == 0, bcmp("same", "sama", 4) == 0);
  return 0;
}
