// sscanf of strings, characters, sets and floating values: widths, sets and their complements, %c keeps blanks; vsscanf.
#include <stdarg.h>
#include <stdio.h>

static int scan(const char *text, const char *pattern, ...) {
  va_list args;
  va_start(args, pattern);
  int n = vsscanf(text, pattern, args);
  va_end(args);
  return n;
}

int main(void) {
  char a[20] = "", b[20] = "", c[4] = "...", d;
  float f = 0;
  double g = 0;
  printf("%d:", sscanf("  hello   world ", "%s%s", a, b));
  printf(" [%s] [%s]\n", a, b);
  printf("%d:", sscanf("abcdef", "%3s%19s", a, b));
  printf(" [%s] [%s]\n", a, b);
  printf("%d:", sscanf("key = value", "%19[a-z] = %19[^\n]", a, b));
  printf(" [%s] [%s]\n", a, b);
  printf("%d:", sscanf("123abc", "%[0-9]%[^0-9]", a, b));
  printf(" [%s] [%s]\n", a, b);
  printf("%d:", sscanf("]x-y", "%[]x-]%s", a, b));
  printf(" [%s] [%s]\n", a, b);
  printf("%d:", sscanf(" ab", "%3c", c));
  printf(" [%.3s]\n", c);
  printf("%d:", sscanf("  z", " %c", &d));
  printf(" [%c]\n", d);
  printf("%d\n", sscanf("xyz", "%[0-9]", a));
  printf("%d:", sscanf("1.5 -2e3", "%f %lf", &f, &g));
  printf(" %g %g\n", f, g);
  printf("%d:", sscanf("3.14abc", "%lf%s", &g, a));
  printf(" %g [%s]\n", g, a);
  printf("%d:", sscanf("name:42", "%19[^:]:%f", a, &f));
  printf(" [%s] %g\n", a, f);
  printf("%d\n", sscanf("skip this", "%*s %19s", a));
  printf("[%s]\n", a);
  int n = 0;
  printf("%d:", scan("7 seven", "%d %19s", &n, a));
  printf(" %d [%s]\n", n, a);
  return 0;
}
