// The functions that isnan, isinf, isfinite, signbit and fpclassify call.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

extern int __isnanf(float), __isinff(float), __finitef(float), __signbitf(float), __fpclassifyf(float);
extern int __isnan(double), __isinf(double), __finite(double), __signbit(double), __fpclassify(double);
extern int is_nan(double) __asm__("isnan"), is_inf(double) __asm__("isinf"), is_finite(double) __asm__("finite");

int main(void) {
  float values[] = {0.0f, -0.0f, 1.5f, 1e-42f, INFINITY, -INFINITY, NAN};
  for (int i = 0; i < 7; i++) {
    float f = values[i];
    double d = f;
    printf("%d %d %d", !!__isnanf(f), __isinff(f), !!__finitef(f));
    if (i < 6) printf(" %d", !!__signbitf(f));
    printf(" %d", __fpclassifyf(f));
    printf(" | %d %d %d", !!__isnan(d), __isinf(d), !!__finite(d));
    if (i < 6) printf(" %d", !!__signbit(d));
    printf(" %d", __fpclassify(d));
    printf(" | %d %d %d\n", !!is_nan(d), is_inf(d), !!is_finite(d));
  }
  return 0;
}
