/* The float functions: those of double, rounded. */
#define _GNU_SOURCE
#include "internal.h"
#include <math.h>

/* As sqrt, rounded to float. */
float sqrtf(float x) {
  return (float)sqrt(x);
}

/* As cbrt, rounded to float. */
float cbrtf(float x) {
  return (float)cbrt(x);
}

/* As sin, rounded to float. */
float sinf(float x) {
  return (float)sin(x);
}

/* As cos, rounded to float. */
float cosf(float x) {
  return (float)cos(x);
}

/* As tan, rounded to float. */
float tanf(float x) {
  return (float)tan(x);
}

/* As asin, rounded to float. */
float asinf(float x) {
  return (float)asin(x);
}

/* As acos, rounded to float. */
float acosf(float x) {
  return (float)acos(x);
}

/* As atan, rounded to float. */
float atanf(float x) {
  return (float)atan(x);
}

/* As sinh, rounded to float. */
float sinhf(float x) {
  return (float)sinh(x);
}

/* As cosh, rounded to float. */
float coshf(float x) {
  return (float)cosh(x);
}

/* As tanh, rounded to float. */
float tanhf(float x) {
  return (float)tanh(x);
}

/* As asinh, rounded to float. */
float asinhf(float x) {
  return (float)asinh(x);
}

/* As acosh, rounded to float. */
float acoshf(float x) {
  return (float)acosh(x);
}

/* As atanh, rounded to float. */
float atanhf(float x) {
  return (float)atanh(x);
}

/* As log, rounded to float. */
float logf(float x) {
  return (float)log(x);
}

/* As log2, rounded to float. */
float log2f(float x) {
  return (float)log2(x);
}

/* As log10, rounded to float. */
float log10f(float x) {
  return (float)log10(x);
}

/* As log1p, rounded to float. */
float log1pf(float x) {
  return (float)log1p(x);
}

/* As expm1, rounded to float. */
float expm1f(float x) {
  return (float)expm1(x);
}

/* As exp, rounded to float. */
float expf(float x) {
  return (float)exp(x);
}

/* As exp2, rounded to float. */
float exp2f(float x) {
  return (float)exp2(x);
}

/* As fabs, rounded to float. */
float fabsf(float x) {
  return (float)fabs(x);
}

/* As floor, rounded to float. */
float floorf(float x) {
  return (float)floor(x);
}

/* As ceil, rounded to float. */
float ceilf(float x) {
  return (float)ceil(x);
}

/* As trunc, rounded to float. */
float truncf(float x) {
  return (float)trunc(x);
}

/* As round, rounded to float. */
float roundf(float x) {
  return (float)round(x);
}

/* As rint, rounded to float. */
float rintf(float x) {
  return (float)rint(x);
}

/* As nearbyint, rounded to float. */
float nearbyintf(float x) {
  return (float)nearbyint(x);
}

/* As logb, rounded to float. */
float logbf(float x) {
  return (float)logb(x);
}

/* As atan2, rounded to float. */
float atan2f(float x, float y) {
  return (float)atan2(x, y);
}

/* As hypot, rounded to float. */
float hypotf(float x, float y) {
  return (float)hypot(x, y);
}

/* As fmod, rounded to float. */
float fmodf(float x, float y) {
  return (float)fmod(x, y);
}

/* As pow, rounded to float. */
float powf(float x, float y) {
  return (float)pow(x, y);
}

/* As remainder, rounded to float. */
float remainderf(float x, float y) {
  return (float)remainder(x, y);
}

/* As copysign, rounded to float. */
float copysignf(float x, float y) {
  return (float)copysign(x, y);
}

/* As fmin, rounded to float. */
float fminf(float x, float y) {
  return (float)fmin(x, y);
}

/* As fmax, rounded to float. */
float fmaxf(float x, float y) {
  return (float)fmax(x, y);
}

/* As fdim, rounded to float. */
float fdimf(float x, float y) {
  return (float)fdim(x, y);
}

/* As lround. */
long lroundf(float x) {
  return lround(x);
}

/* As llround. */
long long llroundf(float x) {
  return llround(x);
}

/* As lrint. */
long lrintf(float x) {
  return lrint(x);
}

/* As llrint. */
long long llrintf(float x) {
  return llrint(x);
}

/* As ilogb. */
int ilogbf(float x) {
  return ilogb(x);
}

/* As frexp. */
float frexpf(float x, int *power) {
  return (float)frexp(x, power);
}

/* As ldexp, rounded to float; ERANGE if only the float overflows or vanishes. */
float ldexpf(float x, int power) {
  float result = (float)ldexp(x, power);
  if (x - x == 0 && x != 0 && (result == 0 || result - result != 0)) __rvl_set_errno(ERANGE);
  return result;
}

/* As ldexpf. */
float scalbnf(float x, int power) {
  float result = (float)ldexp(x, power);
  if (x - x == 0 && x != 0 && (result == 0 || result - result != 0)) __rvl_set_errno(ERANGE);
  return result;
}

/* As modf. */
float modff(float x, float *whole) {
  double part;
  float fraction = (float)modf(x, &part);
  *whole = (float)part;
  return fraction;
}

/* The next float, by bits. */
float nextafterf(float x, float y) {
  union {
    float number;
    unsigned bits;
  } word = {x};
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  if (x == 0) {
    word.bits = y < 0 ? 0x80000001u : 1u;
    return word.number;
  }
  word.bits += (x < y) == (x > 0) ? 1u : ~0u;
  if (word.number - word.number != 0) __rvl_set_errno(ERANGE);
  return word.number;
}

/* A NaN, whatever the text. */
float nanf(const char *text) {
  (void)text;
  return __builtin_nanf("");
}
