// strtol, strtoul, strtoll, strtoull, strtoimax, strtoumax: bases and prefixes, blanks and signs, where they stop, and errno at the
// limits. (Limits of long are compared, not printed.)
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void number(const char *text, int base) {
  char *end;
  errno = 0;
  long value = strtol(text, &end, base);
  printf("strtol(\"%s\", %d) = %ld, stops at \"%s\", errno %d\n", text, base, value, end, errno);
}

static void wide(const char *text, int base) {
  char *end;
  errno = 0;
  long long value = strtoll(text, &end, base);
  printf("strtoll(\"%s\", %d) = %lld, rest \"%s\", errno %d; ", text, base, value, end, errno);
  errno = 0;
  unsigned long long u = strtoull(text, &end, base);
  printf("unsigned %llu, rest \"%s\", errno %d\n", u, end, errno);
}

int main(void) {
  number("42", 10);
  number("  \t-17abc", 10);
  number("+8", 10);
  number("0x1Fg", 16);
  number("0x1F", 0);
  number("017", 0);
  number("18", 0);
  number("zz", 36);
  number("1012", 2);
  number("", 10);
  number("abc", 10);
  number("0x", 16);
  number("- 5", 10);
  wide("9223372036854775807", 10);
  wide("9223372036854775808", 10);
  wide("-9223372036854775809", 10);
  wide("18446744073709551616", 10);
  wide("-1", 10);
  wide("ffffFFFFffffFFFF!", 16);
  char *end;
  errno = 0;
  printf("too great: %d", strtol("99999999999999999999", NULL, 10) == LONG_MAX && errno == ERANGE);
  errno = 0;
  printf(" %d", strtol("-99999999999999999999", NULL, 10) == LONG_MIN && errno == ERANGE);
  errno = 0;
  printf(" %d", strtoul("99999999999999999999", &end, 10) == ULONG_MAX && errno == ERANGE && *end == 0);
  errno = 0;
  printf(" %d", strtoul("-2", NULL, 10) == ULONG_MAX - 1);
  printf(" %d\n", errno);
  errno = 0;
  long bad = strtol("5", NULL, 1);
  printf("bad base: %ld, errno %d\n", bad, errno);
  printf("%jd %ju\n", strtoimax("-77", NULL, 8), strtoumax("77", NULL, 8));
  return 0;
}
