// Functions of float, and a few of double: to four digits, since the last bit is not the point.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>

#define SHOW(call) printf(#call " %.4f\n", (double)(call))
#define SHOW_INTEGER(call) printf(#call " %lld\n", (long long)(call))

int main(void) {
  float x = 0.6f, y = 2.4f;
  double a = 0.6, b = 2.4;
  SHOW(cbrtf(y));
  SHOW(sinf(x));
  SHOW(cosf(x));
  SHOW(tanf(x));
  SHOW(asinf(x));
  SHOW(acosf(x));
  SHOW(atanf(x));
  SHOW(sinhf(x));
  SHOW(coshf(x));
  SHOW(tanhf(x));
  SHOW(asinhf(x));
  SHOW(acoshf(y));
  SHOW(atanhf(x));
  SHOW(logf(y));
  SHOW(log2f(y));
  SHOW(log10f(y));
  SHOW(log1pf(x));
  SHOW(expm1f(x));
  SHOW(expf(x));
  SHOW(exp2f(x));
  SHOW(truncf(y));
  SHOW(roundf(x));
  SHOW(rintf(x));
  SHOW(nearbyintf(y));
  SHOW(logbf(y));
  SHOW(atan2f(x, y));
  SHOW(hypotf(x, y));
  SHOW(remainderf(y, 1.0f));
  SHOW(copysignf(x, -y));
  SHOW(fminf(x, y));
  SHOW(fmaxf(x, y));
  SHOW(fdimf(y, x));
  SHOW(ldexpf(x, 3));
  SHOW(scalbnf(x, 2));
  SHOW(nextafterf(1.0f, 2.0f) > 1.0f);
  printf("nanf %d\n", isnan(nanf("")) != 0);
  SHOW_INTEGER(lroundf(y));
  SHOW_INTEGER(llroundf(y));
  SHOW_INTEGER(lrintf(y));
  SHOW_INTEGER(llrintf(y));
  SHOW_INTEGER(ilogbf(y));
  int exponent;
  float whole, fraction = frexpf(y, &exponent);
  printf("frexpf %.4f %d\n", fraction, exponent);
  fraction = modff(y, &whole);
  printf("modff %.4f %.4f\n", fraction, whole);
  SHOW_INTEGER(llrint(b));
  SHOW(scalbln(a, 2));
  SHOW(nextafter(1.0, 2.0) > 1.0);
  printf("nan %d\n", isnan(nan("")) != 0);
  SHOW(asinh(a));
  SHOW(acosh(b));
  SHOW(atanh(a));
  SHOW(drem(b, 1.0));
  double sine, cosine;
  sincos(a, &sine, &cosine);
  printf("sincos %.4f %.4f\n", sine, cosine);
  return 0;
}
