// strtod, strtof, atof, atoi, atol, atoll: decimal, exponent, hexadecimal, infinities, where they stop, errno at the limits.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void number(const char *text) {
  char *end;
  errno = 0;
  double value = strtod(text, &end);
  printf("strtod(\"%s\") = %g, rest \"%s\", errno %d\n", text, value, end, errno);
}

int main(void) {
  number("3.25");
  number("  -1e3x");
  number("+.5");
  number("7.");
  number(".");
  number("1e");
  number("1e+");
  number("0x1.8p3");
  number("0x");
  number("inf");
  number("-INFINITY!");
  number("infinite");
  number("1e400");
  number("-1e400");
  number("");
  number("0.1");
  number("123456789012345678901234567890");
  char *end;
  printf("nan: %d", isnan(strtod("nan(12)x", &end)) != 0);
  printf(", rest %s\n", end);
  errno = 0;
  printf("underflow: %d", strtod("1e-400", NULL) == 0 && errno == ERANGE);
  printf(", smallest %d\n", strtod("4.9406564584124654e-324", NULL) > 0);
  printf("strtof %g, atof %g %g\n", strtof("2.5e1z", &end), atof("-0.125abc"), atof("none"));
  printf("atoi %d %d %d %d\n", atoi("  99 bottles"), atoi("-0012"), atoi("x1"), atoi("+7"));
  printf("atol %ld, atoll %lld\n", atol("2147483647"), atoll("-9000000000000"));
  return 0;
}
