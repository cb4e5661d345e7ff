// sscanf of integers: d i u o x with widths and lengths, blanks, literals, suppression, %n, how many were assigned, EOF.
#include <stdio.h>

int main(void) {
  int a = -1, b = -1, c = -1, n = -1;
  unsigned u = 0;
  printf("%d:", sscanf("12 -34 +56", "%d%d%d", &a, &b, &c));
  printf(" %d %d %d\n", a, b, c);
  printf("%d:", sscanf("0x1f 017 10", "%i %i %i", &a, &b, &c));
  printf(" %d %d %d\n", a, b, c);
  printf("%d:", sscanf("ff 0xAb 777", "%x %x %o", &u, (unsigned *)&a, (unsigned *)&b));
  printf(" %u %d %d\n", u, a, b);
  printf("%d:", sscanf("123456", "%2d%3d%d", &a, &b, &c));
  printf(" %d %d %d\n", a, b, c);
  printf("%d:", sscanf("10:20, 30", "%d:%d,%d", &a, &b, &c));
  printf(" %d %d %d\n", a, b, c);
  printf("%d:", sscanf("10-20", "%d:%d", &a, &b));
  printf(" %d\n", a);
  printf("%d:", sscanf("1 2 3", "%d %*d %d%n", &a, &b, &n));
  printf(" %d %d at %d\n", a, b, n);
  a = 77;
  printf("%d:", sscanf("x9", "%d", &a));
  printf(" %d\n", a);
  printf("%d\n", sscanf("", "%d", &a));
  printf("%d\n", sscanf("   ", "%d", &a));
  printf("%d\n", sscanf("5", "%d%d", &a, &b));
  printf("%d\n", sscanf("50%", "%d%%%n", &a, &n));
  signed char hh;
  short h;
  long l;
  long long ll;
  size_t z;
  printf("%d:", sscanf("100 -30000 2000000000 -9000000000000 5", "%hhd %hd %ld %lld %zu", &hh, &h, &l, &ll, &z));
  printf(" %d %d %ld %lld %d\n", hh, h, l, ll, (int)z);
  return 0;
}
