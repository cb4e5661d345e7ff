/* Rounding, taking apart and classifying: exact, on the bits of the double. */
#define _GNU_SOURCE
#include "internal.h"
#include <limits.h>
#include <math.h>

union word {
  double number;
  uint64_t bits;
};

#define SIGN ((uint64_t)1 << 63)
#define FRACTION (((uint64_t)1 << 52) - 1)

static uint64_t bits_of(double x) {
  return (union word){x}.bits;
}

static double number_of(uint64_t bits) {
  union word word;
  word.bits = bits;
  return word.number;
}

static double magnitude(double x) {
  return number_of(bits_of(x) & ~SIGN);
}

static double with_sign(double x, double sign) {
  return number_of((bits_of(x) & ~SIGN) | (bits_of(sign) & SIGN));
}

static int is_finite(double x) {
  return x - x == 0;
}

/* The exponent's field, 0 … 2047. */
static int field(double x) {
  return (int)(bits_of(x) >> 52 & 2047);
}

double __rvl_floor(double x) {
  uint64_t bits = bits_of(x);
  int power = field(x) - 1023;
  if (power >= 52) return x; /* whole, infinite or NaN */
  if (power < 0) return x == 0 ? x : bits & SIGN ? -1 : 0;
  uint64_t below = FRACTION >> power;
  if (!(bits & below)) return x;
  if (bits & SIGN) bits += below;
  return number_of(bits & ~below);
}

static double toward_zero(double x) {
  return with_sign(__rvl_floor(magnitude(x)), x);
}

/* Halves go away from zero. */
static double half_away(double x) {
  double a = magnitude(x), whole = __rvl_floor(a);
  if (a - whole >= 0.5) whole += 1;
  return with_sign(whole, x);
}

/* Halves go to the even neighbour. */
static double half_even(double x) {
  double a = magnitude(x), whole = __rvl_floor(a), part = a - whole;
  if (part > 0.5 || (part == 0.5 && whole * 0.5 != __rvl_floor(whole * 0.5))) whole += 1;
  return with_sign(whole, x);
}

/* As the processor does: the least value for what does not fit. */
static long long to_integer(double x, int bits) {
  double limit = bits == 32 ? 0x1p31 : 0x1p63;
  if (x >= -limit && x < limit) return (long long)x;
  return bits == 32 ? INT_MIN : LLONG_MIN;
}

/* Exact, by bits. */
double floor(double x) {
  return __rvl_floor(x);
}

/* Exact, by bits. */
double ceil(double x) {
  return -__rvl_floor(-x);
}

/* Exact, by bits. */
double trunc(double x) {
  return toward_zero(x);
}

/* Exact; halves go away from zero. */
double round(double x) {
  return half_away(x);
}

/* Exact; halves go to the even neighbour. */
double rint(double x) {
  return half_even(x);
}

/* As rint. */
double nearbyint(double x) {
  return half_even(x);
}

/* As round; LONG_MIN if it does not fit. */
long lround(double x) {
  return (long)to_integer(half_away(x), 8 * sizeof(long));
}

/* As round; LLONG_MIN if it does not fit. */
long long llround(double x) {
  return to_integer(half_away(x), 64);
}

/* As rint; LONG_MIN if it does not fit. */
long lrint(double x) {
  return (long)to_integer(half_even(x), 8 * sizeof(long));
}

/* As rint; LLONG_MIN if it does not fit. */
long long llrint(double x) {
  return to_integer(half_even(x), 64);
}

/* Exact, by bits. */
double fabs(double x) {
  return magnitude(x);
}

/* Exact, by bits. */
double copysign(double x, double y) {
  return with_sign(x, y);
}

/* The smaller number; a NaN counts as missing. */
double fmin(double x, double y) {
  if (x != x) return y;
  return y < x ? y : x;
}

/* The larger number; a NaN counts as missing. */
double fmax(double x, double y) {
  if (x != x) return y;
  return y > x ? y : x;
}

/* The product plus z, rounded once. */
double fma(double x, double y, double z) {
  return __builtin_elementwise_fma(x, y, z);
}

/* As fma, rounded once to float. */
float fmaf(float x, float y, float z) {
  return __builtin_elementwise_fma(x, y, z);
}

/* The positive difference. */
double fdim(double x, double y) {
  if (x <= y) return 0;
  double difference = x - y;
  if (!is_finite(difference) && is_finite(x) && is_finite(y)) __rvl_set_errno(ERANGE);
  return difference;
}

static double take_apart(double x, int *power) {
  *power = 0;
  if (x == 0 || !is_finite(x)) return x;
  if (field(x) == 0) {
    x *= 0x1p64;
    *power = -64;
  }
  *power += field(x) - 1022;
  return number_of((bits_of(x) & (SIGN | FRACTION)) | (uint64_t)1022 << 52);
}

static double put_together(double x, int power) {
  if (x == 0 || !is_finite(x)) return x;
  int own;
  double fraction = take_apart(x, &own);
  long long total = (long long)own + power;
  double result;
  if (total > 1024)
    result = with_sign(__builtin_inf(), x);
  else if (total >= -1021)
    result = number_of((bits_of(fraction) & (SIGN | FRACTION)) | (uint64_t)(total + 1022) << 52);
  else if (total < -1100)
    result = with_sign(0, x);
  else /* rounded once, by the multiplication */
    result = number_of((bits_of(fraction) & (SIGN | FRACTION)) | (uint64_t)(total + 100 + 1022) << 52) * 0x1p-100;
  if (result == 0 || !is_finite(result)) __rvl_set_errno(ERANGE);
  return result;
}

/* Exact, by bits. */
double frexp(double x, int *power) {
  int own;
  double fraction = take_apart(x, &own);
  *power = own;
  return fraction;
}

/* Exact but for numbers too small for all their bits. */
double ldexp(double x, int power) {
  return put_together(x, power);
}

/* As ldexp. */
double scalbn(double x, int power) {
  return put_together(x, power);
}

/* As ldexp. */
double scalbln(double x, long power) {
  return put_together(x, power > 10000 ? 10000 : power < -10000 ? -10000 : (int)power);
}

/* Exact, by bits. */
double modf(double x, double *whole) {
  double part = toward_zero(x);
  *whole = part;
  return with_sign(is_finite(x) ? x - part : x != x ? x : 0, x);
}

/* The exponent, by bits. */
int ilogb(double x) {
  if (x == 0 || x != x) {
    __rvl_set_errno(EDOM);
    return INT_MIN;
  }
  if (!is_finite(x)) {
    __rvl_set_errno(EDOM);
    return INT_MAX;
  }
  int power;
  take_apart(x, &power);
  return power - 1;
}

/* The exponent, by bits. */
double logb(double x) {
  if (x == 0) return -__builtin_inf();
  if (!is_finite(x)) return x * x;
  int power;
  take_apart(x, &power);
  return power - 1;
}

/* The next double, by bits. */
double nextafter(double x, double y) {
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  if (x == 0) return with_sign(number_of(1), y);
  double next = number_of(bits_of(x) + ((x < y) == (x > 0) ? 1 : ~(uint64_t)0));
  if (!is_finite(next) || field(next) == 0) __rvl_set_errno(ERANGE);
  return next;
}

/* A NaN, whatever the text. */
double nan(const char *text) {
  (void)text;
  return __builtin_nan("");
}
