// Sums of products where the program allows them to be fused: the processors that Ravel models have no fused instruction, so both are rounded.
#include <stdio.h>

#pragma STDC FP_CONTRACT ON
static double d = 1.0 + 0x1p-30, e = -1.0 - 0x1p-29;
static float f = 1.0f + 0x1p-12f, g = -1.0f - 0x1p-11f;

int main(void) {
  printf("%a\n", d * d + e);
  printf("%a\n", (double)(f * f + g));
  return 0;
}
