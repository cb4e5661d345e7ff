// link: -lm
// fma rounds once: the product's low bits survive where x * y + z loses them; also fmaf, exact cases.
#include <math.h>
#include <stdio.h>

int main(void) {
  volatile double x = 1 + 0x1p-30, z = -1;
  volatile float f = 3;
  printf("%g %g\n", fma(2, 3, 4), fma(-2, 3, 4));
  double low = fma(x, x, z - 0x1p-29);
  printf("the low bits: %a\n", low);
  printf("%g\n", fmaf(f, f, 0.5f));
  printf("%d\n", isnan(fma(INFINITY, 0 * z, 1)) != 0);
  return 0;
}
