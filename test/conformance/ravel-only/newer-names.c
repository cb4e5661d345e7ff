// expect: 12 255 -3 9 1 77
// expect: abc 5 abcde 7
// expect: freed
// Functions that older C libraries do not have yet and newer ones not any more.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern long __isoc23_strtol(const char *, char **, int);
extern unsigned long __isoc23_strtoul(const char *, char **, int);
extern long long __isoc23_strtoll(const char *, char **, int);
extern unsigned long long __isoc23_strtoull(const char *, char **, int);
extern int __isoc23_sscanf(const char *, const char *, ...);
extern size_t strlcpy(char *, const char *, size_t), strlcat(char *, const char *, size_t);
extern void cfree(void *);

int main(void) {
  int n = 0;
  char text[8];
  printf("%ld %lu %lld %llu", __isoc23_strtol("12", NULL, 10), __isoc23_strtoul("ff", NULL, 16), __isoc23_strtoll("-3", NULL, 10), __isoc23_strtoull("11", NULL, 8));
  printf(" %d", __isoc23_sscanf("77", "%d", &n));
  printf(" %d\n", n);
  size_t length = strlcpy(text, "abcde", 4);
  printf("%s %d ", text, (int)length);
  strlcpy(text, "abc", sizeof text);
  length = strlcat(text, "deed", 6);
  printf("%s %d\n", text, (int)length);
  cfree(malloc(3));
  puts("freed");
  return 0;
}
