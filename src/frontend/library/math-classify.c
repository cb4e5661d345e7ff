/* The functions to which isnan, isinf and related macros expand: by comparison or on the bits of the number. */
#define _GNU_SOURCE
#include "internal.h"
#include <float.h>
#include <math.h>

/* By comparison. */
int __isnan(double x) {
  return x != x;
}

/* By comparison. */
int __isnanf(float x) {
  return x != x;
}

/* By comparison: 1, -1 for the negative infinity, or 0. */
int __isinf(double x) {
  return x == __builtin_inf() ? 1 : x == -__builtin_inf() ? -1 : 0;
}

/* As __isinf. */
int __isinff(float x) {
  return x == __builtin_inff() ? 1 : x == -__builtin_inff() ? -1 : 0;
}

/* By arithmetic. */
int __finite(double x) {
  return x - x == 0;
}

/* By arithmetic. */
int __finitef(float x) {
  return x - x == 0;
}

/* By arithmetic. */
int finite(double x) {
  return x - x == 0;
}

/* The sign bit. */
int __signbit(double x) {
  return (int)((union {
    double number;
    uint64_t bits;
  }){x}.bits >> 63);
}

/* The sign bit. */
int __signbitf(float x) {
  return (int)((union {
    float number;
    uint32_t bits;
  }){x}.bits >> 31);
}

/* By comparison. */
int __fpclassify(double x) {
  if (x != x) return FP_NAN;
  if (x - x != 0) return FP_INFINITE;
  if (x == 0) return FP_ZERO;
  return x > -DBL_MIN && x < DBL_MIN ? FP_SUBNORMAL : FP_NORMAL;
}

/* By comparison. */
int __fpclassifyf(float x) {
  if (x != x) return FP_NAN;
  if (x - x != 0) return FP_INFINITE;
  if (x == 0) return FP_ZERO;
  return x > -FLT_MIN && x < FLT_MIN ? FP_SUBNORMAL : FP_NORMAL;
}

#undef isnan
#undef isinf

/* By comparison. */
int isnan(double x) {
  return x != x;
}

/* As __isinf. */
int isinf(double x) {
  return x == __builtin_inf() ? 1 : x == -__builtin_inf() ? -1 : 0;
}
