/* Functions that are computed by the primitive, with C's special cases and errno (EDOM for a NaN out of numbers, ERANGE for an
 * infinity out of finite numbers). Values may differ from a particular libm in the last place. */
#define _GNU_SOURCE
#include "internal.h"
#include <math.h>

union word {
  double number;
  unsigned long long bits;
};

static int is_nan(double x) {
  return x != x;
}

static int is_finite(double x) {
  return x - x == 0;
}

static unsigned long long bits(double x) {
  return (union word){x}.bits;
}

static double number(unsigned long long bits) {
  union word word;
  word.bits = bits;
  return word.number;
}

/* The primitive wants its name as a literal. */
#define COMPUTE(name, x, y) number(__rvl_math(name, bits(x), bits(y)))

/* Sets errno by what came out of what. */
static double judged(double result, double x, double y) {
  if (is_nan(result) && !is_nan(x) && !is_nan(y))
    __rvl_set_errno(EDOM);
  else if (!is_nan(result) && !is_finite(result) && is_finite(x) && is_finite(y))
    __rvl_set_errno(ERANGE);
  return result;
}

#define ONE(name, x) judged(COMPUTE(name, x, 0), x, 0)
#define TWO(name, x, y) judged(COMPUTE(name, x, y), x, y)

/* An exponential of a finite number that is 0 has underflowed. */
static double exponential(double result, double x) {
  if (result == 0 && is_finite(x)) __rvl_set_errno(ERANGE);
  return result;
}

/* Computed by the primitive. */
double sqrt(double x) {
  return ONE("sqrt", x);
}

/* Computed by the primitive. */
double cbrt(double x) {
  return ONE("cbrt", x);
}

/* Computed by the primitive. */
double sin(double x) {
  return ONE("sin", x);
}

/* Computed by the primitive. */
double cos(double x) {
  return ONE("cos", x);
}

/* Computed by the primitive. */
double tan(double x) {
  return ONE("tan", x);
}

/* Computed by the primitive. */
double asin(double x) {
  return ONE("asin", x);
}

/* Computed by the primitive. */
double acos(double x) {
  return ONE("acos", x);
}

/* Computed by the primitive. */
double atan(double x) {
  return ONE("atan", x);
}

/* Computed by the primitive. */
double sinh(double x) {
  return ONE("sinh", x);
}

/* Computed by the primitive. */
double cosh(double x) {
  return ONE("cosh", x);
}

/* Computed by the primitive. */
double tanh(double x) {
  return ONE("tanh", x);
}

/* Computed by the primitive. */
double asinh(double x) {
  return ONE("asinh", x);
}

/* Computed by the primitive. */
double acosh(double x) {
  return ONE("acosh", x);
}

/* Computed by the primitive. */
double atanh(double x) {
  return ONE("atanh", x);
}

/* Computed by the primitive. */
double log(double x) {
  return ONE("log", x);
}

/* Computed by the primitive. */
double log2(double x) {
  return ONE("log2", x);
}

/* Computed by the primitive. */
double log10(double x) {
  return ONE("log10", x);
}

/* Computed by the primitive. */
double log1p(double x) {
  return ONE("log1p", x);
}

/* Computed by the primitive. */
double expm1(double x) {
  return ONE("expm1", x);
}

/* Computed by the primitive. */
double exp(double x) {
  return exponential(ONE("exp", x), x);
}

/* Computed by the primitive. */
double exp2(double x) {
  return exponential(ONE("exp2", x), x);
}

/* Computed by the primitive. */
double atan2(double y, double x) {
  double result = COMPUTE("atan2", y, x);
  if (result == 0 && y != 0 && is_finite(x)) __rvl_set_errno(ERANGE);
  return result;
}

/* Computed by the primitive. */
double hypot(double x, double y) {
  return TWO("hypot", x, y);
}

/* Computed by the primitive. */
double fmod(double x, double y) {
  return TWO("fmod", x, y);
}

/* Computed by the primitive; 1 to any power and anything to the power of 0 are 1. */
double pow(double x, double y) {
  if (x == 1 || y == 0 || (x == -1 && !is_nan(y) && !is_finite(y))) return 1;
  double result = TWO("pow", x, y);
  if (result == 0 && x != 0 && is_finite(x) && is_finite(y)) __rvl_set_errno(ERANGE);
  return result;
}

/* Sine and cosine by the primitive. */
void sincos(double x, double *sine, double *cosine) {
  *sine = ONE("sin", x);
  *cosine = ONE("cos", x);
}

/* x minus the nearest multiple of y (the even one if two are equally near): exact. */
static double rest(double x, double y) {
  int negative = __builtin_signbit(x);
  double a = negative ? -x : x, b = y < 0 ? -y : y;
  if (is_nan(x) || is_nan(y)) return x + y;
  if (!is_finite(a) || b == 0) return judged(__builtin_nan(""), x, y);
  if (!is_finite(b)) return x;
  int odd = 0;
  if (a >= b) {
    if (b < 0x1p1023) {
      a = COMPUTE("fmod", a, 2 * b);
      odd = a >= b;
    } else {
      odd = 1;
    }
    if (odd) a -= b;
  }
  /* Compare a with half of b without losing a bit. */
  if (b >= 0x1p-1021 ? a > b / 2 || (a == b / 2 && odd) : a + a > b || (a + a == b && odd)) a -= b;
  return negative ? -a : a;
}

/* Exact, over the primitive's fmod. */
double remainder(double x, double y) {
  return rest(x, y);
}

/* As remainder. */
double drem(double x, double y) {
  return rest(x, y);
}
