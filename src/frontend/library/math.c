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

static double compute(const char *name, double x, double y) {
  union word left = {x}, right = {y}, result;
  result.bits = __rvl_math(name, left.bits, right.bits);
  return result.number;
}

/* Sets errno by what came out of what. */
static double judged(double result, double x, double y) {
  if (is_nan(result) && !is_nan(x) && !is_nan(y))
    __rvl_set_errno(EDOM);
  else if (!is_nan(result) && !is_finite(result) && is_finite(x) && is_finite(y))
    __rvl_set_errno(ERANGE);
  return result;
}

static double one(const char *name, double x) {
  return judged(compute(name, x, 0), x, 0);
}

static double two(const char *name, double x, double y) {
  return judged(compute(name, x, y), x, y);
}

/* An exponential of a finite number that comes out as nothing has underflowed. */
static double exponential(const char *name, double x) {
  double result = one(name, x);
  if (result == 0 && is_finite(x)) __rvl_set_errno(ERANGE);
  return result;
}

/* Computed by the primitive. */
double sqrt(double x) {
  return one("sqrt", x);
}

/* Computed by the primitive. */
double cbrt(double x) {
  return one("cbrt", x);
}

/* Computed by the primitive. */
double sin(double x) {
  return one("sin", x);
}

/* Computed by the primitive. */
double cos(double x) {
  return one("cos", x);
}

/* Computed by the primitive. */
double tan(double x) {
  return one("tan", x);
}

/* Computed by the primitive. */
double asin(double x) {
  return one("asin", x);
}

/* Computed by the primitive. */
double acos(double x) {
  return one("acos", x);
}

/* Computed by the primitive. */
double atan(double x) {
  return one("atan", x);
}

/* Computed by the primitive. */
double sinh(double x) {
  return one("sinh", x);
}

/* Computed by the primitive. */
double cosh(double x) {
  return one("cosh", x);
}

/* Computed by the primitive. */
double tanh(double x) {
  return one("tanh", x);
}

/* Computed by the primitive. */
double asinh(double x) {
  return one("asinh", x);
}

/* Computed by the primitive. */
double acosh(double x) {
  return one("acosh", x);
}

/* Computed by the primitive. */
double atanh(double x) {
  return one("atanh", x);
}

/* Computed by the primitive. */
double log(double x) {
  return one("log", x);
}

/* Computed by the primitive. */
double log2(double x) {
  return one("log2", x);
}

/* Computed by the primitive. */
double log10(double x) {
  return one("log10", x);
}

/* Computed by the primitive. */
double log1p(double x) {
  return one("log1p", x);
}

/* Computed by the primitive. */
double expm1(double x) {
  return one("expm1", x);
}

/* Computed by the primitive. */
double exp(double x) {
  return exponential("exp", x);
}

/* Computed by the primitive. */
double exp2(double x) {
  return exponential("exp2", x);
}

/* Computed by the primitive. */
double atan2(double y, double x) {
  double result = compute("atan2", y, x);
  if (result == 0 && y != 0 && is_finite(x)) __rvl_set_errno(ERANGE);
  return result;
}

/* Computed by the primitive. */
double hypot(double x, double y) {
  return two("hypot", x, y);
}

/* Computed by the primitive. */
double fmod(double x, double y) {
  return two("fmod", x, y);
}

/* Computed by the primitive; 1 to any power and anything to the power of 0 are 1. */
double pow(double x, double y) {
  if (x == 1 || y == 0 || (x == -1 && !is_nan(y) && !is_finite(y))) return 1;
  double result = two("pow", x, y);
  if (result == 0 && x != 0 && is_finite(x) && is_finite(y)) __rvl_set_errno(ERANGE);
  return result;
}

/* Sine and cosine by the primitive. */
void sincos(double x, double *sine, double *cosine) {
  *sine = one("sin", x);
  *cosine = one("cos", x);
}

/* What is left of x when the nearest multiple of y (an even one if two are as near) is taken away: exact. */
static double rest(double x, double y) {
  int negative = __builtin_signbit(x);
  double a = negative ? -x : x, b = y < 0 ? -y : y;
  if (is_nan(x) || is_nan(y)) return x + y;
  if (!is_finite(a) || b == 0) return judged(__builtin_nan(""), x, y);
  if (!is_finite(b)) return x;
  int odd = 0;
  if (a >= b) {
    if (b < 0x1p1023) {
      a = compute("fmod", a, 2 * b);
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
