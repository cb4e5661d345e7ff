// link: -lm
// <math.h> on arguments with exact results: rounding, remainders, powers, roots, exponents,
// classification; and within 1e-12 where no exact result exists.
#include <math.h>
#include <stdio.h>

static int near(double x, double expected) { return fabs(x - expected) < 1e-12; }

static void one(double x) {
  printf("%g: floor %g ceil %g trunc %g round %g rint %g nearbyint %g lround %ld lrint %ld llround %lld fabs %g\n", x, floor(x), ceil(x),
         trunc(x), round(x), rint(x), nearbyint(x), lround(x), lrint(x), llround(x), fabs(x));
}

int main(void) {
  volatile double zero = 0, minus = -0.0;
  one(2.5), one(-2.5), one(3.5), one(0.25), one(-0.75), one(4);
  printf("sqrt %g %g cbrt %g hypot %g pow %g %g %g %g\n", sqrt(144), sqrt(0.25), cbrt(27), hypot(3, 4),
         pow(2, 10), pow(2, -2), pow(9, 0.5), pow(-3, 3));
  printf("exp %g log %g exp2 %g log2 %g log10 %g expm1 %g log1p %g\n", exp(zero), log(zero + 1), exp2(5), log2(1024),
         log10(1000), expm1(zero), log1p(zero));
  printf("fmod %g %g remainder %g %g\n", fmod(7.5, 2), fmod(-7.5, 2), remainder(7.5, 2), remainder(5, 2));
  printf("fmin %g fmax %g fdim %g %g copysign %g %g\n", fmin(1, 2), fmax(1, 2), fdim(5, 3), fdim(3, 5),
         copysign(3, minus), copysign(-3, 1));
  printf("ldexp %g scalbn %g ilogb %d logb %g\n", ldexp(0.75, 4), scalbn(3, -2), ilogb(40), logb(0.125));
  int exponent = 0;
  double whole = 0, fraction = frexp(40, &exponent);
  printf("frexp %g %d", fraction, exponent);
  fraction = modf(-3.75, &whole);
  printf(" modf %g %g\n", fraction, whole);
  printf("near: %d%d%d%d%d%d%d%d%d%d%d%d\n", near(sin(1), 0.8414709848078965), near(cos(1), 0.5403023058681398),
         near(tan(1), 1.5574077246549023),
         near(asin(1), 1.5707963267948966), near(acos(0), 1.5707963267948966), near(atan(1), 0.7853981633974483),
         near(atan2(-1, -1), -2.356194490192345), near(sinh(1), 1.1752011936438014), near(tanh(1), 0.7615941559557649),
         near(log(2), 0.6931471805599453), near(log1p(1), 0.6931471805599453), near(expm1(1), 1.718281828459045));
  printf("sin %g cos %g tan %g asin %g acos %g atan %g atan2 %g sinh %g cosh %g tanh %g\n", sin(zero), cos(zero), tan(zero), asin(zero),
         acos(zero + 1), atan(zero), atan2(zero, 1), sinh(zero), cosh(zero), tanh(zero));
  printf("isnan %d %d isinf %d %d isfinite %d %d signbit %d %d\n", !!isnan(zero / zero), !!isnan(1.0), !!isinf(1 / zero), !!isinf(1.0),
         !!isfinite(1.0), !!isfinite(1 / zero), !!signbit(minus), !!signbit(1.0));
  printf("fpclassify %d %d %d\n", fpclassify(zero) == FP_ZERO, fpclassify(1.0) == FP_NORMAL, fpclassify(1 / zero) == FP_INFINITE);
  printf("float: %g %g %g %g %g %g\n", sqrtf(6.25f), floorf(-1.5f), ceilf(1.25f), fabsf(-2.0f), powf(2, 3), fmodf(5.5f, 2));
  printf("max of nan: %g, pow(0,0) %g, sqrt(-1) is nan %d\n", fmax(NAN, 4), pow(zero, zero), !!isnan(sqrt(-1 - zero)));
  return 0;
}
