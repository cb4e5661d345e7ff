// link: -lm
// fma and fmaf round once: the product's low bits survive where x * y + z loses them; halfway cases, subnormal results, both zeros,
// infinities; directly (compilers make an instruction of it) and through pointers.
#include <math.h>
#include <stdio.h>

static double (*volatile fused)(double, double, double) = fma;
static float (*volatile fused_float)(float, float, float) = fmaf;

int main(void) {
  volatile double x = 1 + 0x1p-30, z = -1, tiny = 0x1p-1074, small = 0x1.8p-538;
  volatile float f = 3, g = 1 + 0x1p-12f, h = 0x1p-149f;
  printf("%g %g\n", fma(2, 3, 4), fused(-2, 3, 4));
  printf("the low bits: %a %a\n", fma(x, x, z - 0x1p-29), fused(x, x, z));
  printf("rounded once: %a %a\n", fused(x, x, 0x1p-60), fused(0x1.0000000000001p0, 0x1.0000000000001p0, -0x1p-105));
  printf("subnormal: %a %a %a\n", fused(small, small, 0), fused(small, small, tiny), fused(tiny, 0.5, tiny));
  printf("%a %a\n", fused(tiny, 0.5, 0), fused(tiny, -0.5, -tiny));
  printf("zeros: %g %g %g\n", fused(1, 1, -1), fused(z, 0, 0), fused(z, 0, 0 * z));
  printf("large: %g %g\n", fused(0x1p1000, 0x1p1000, 0), fused(0x1p1000, 0x1p23, -0x1p1023));
  printf("float: %g %a\n", fmaf(f, f, 0.5f), fused_float(g, g, -1));
  printf("float, rounded once: %a %a\n", fused_float(g, 1 + 0x1p-12f, 0x1p-100f), fused_float(g, g, -0x1p-100f));
  printf("float, subnormal: %a %a\n", fused_float(h, 0.5f, h), fused_float(0x1p-100f, 0x1.8p-50f, 0));
  printf("%d %d\n", isnan(fma(INFINITY, 0 * z, 1)) != 0, isinf(fused(INFINITY, 2, 1)) != 0);
  return 0;
}
