// abs, labs, llabs, imaxabs, div, ldiv, lldiv, imaxdiv; ranges of rand, random, rand_r, drand48, lrand48 (their values are inputs).
#define _GNU_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static void division(int a, int b) {
  div_t d = div(a, b);
  ldiv_t l = ldiv(a, b);
  lldiv_t ll = lldiv(a * 10000000000ll, b);
  imaxdiv_t m = imaxdiv(a, b);
  printf("%d / %d: %d %d, %ld %ld, %lld %lld, %jd %jd\n", a, b, d.quot, d.rem, l.quot, l.rem, ll.quot, ll.rem, m.quot, m.rem);
}

int main(void) {
  printf("%d %d %d %ld %lld %jd\n", abs(-5), abs(5), abs(0), labs(-70000l), llabs(-9000000000ll), imaxabs(-3));
  division(7, 2);
  division(-7, 2);
  division(7, -2);
  division(-7, -2);
  division(0, 3);
  srand(1);
  srandom(2);
  srand48(3);
  unsigned seed = 4;
  int ok = 0;
  for (int i = 0; i < 5; i++) {
    int r = rand();
    ok += r >= 0 && r <= RAND_MAX;
    long s = random();
    ok += s >= 0 && s <= 2147483647;
    int t = rand_r(&seed);
    ok += t >= 0 && t <= RAND_MAX;
    double d = drand48();
    ok += d >= 0 && d < 1;
    long u = lrand48();
    ok += u >= 0 && u <= 2147483647;
  }
  printf("in range: %d of 25, RAND_MAX %d\n", ok, RAND_MAX);
  return 0;
}
