/* Products and quotients of complex numbers, which compilers call as functions. A finite result is computed as written; the rules of
 * C's Annex G for infinities are followed where a plain formula would give NaN. */
#include "internal.h"

static double size(double x) {
  return __builtin_fabs(x);
}

static int is_infinite(double x) {
  return size(x) > 1.7976931348623157e308;
}

static int is_nan(double x) {
  return x != x;
}

/* 1 or 0 for infinite or not, with x's sign; a NaN counts as zero. */
static double unit(double x) {
  return __builtin_copysign(is_infinite(x), x);
}

static double keep(double x) {
  return is_nan(x) ? __builtin_copysign(0, x) : x;
}

struct pair {
  double x, y;
};

static struct pair multiply(double a, double b, double c, double d) {
  struct pair r = {a * c - b * d, a * d + b * c};
  if (!is_nan(r.x) || !is_nan(r.y)) return r;
  int again = 0;
  int overflowed = is_infinite(a * c) || is_infinite(b * d) || is_infinite(a * d) || is_infinite(b * c);
  if (is_infinite(a) || is_infinite(b)) {
    a = unit(a), b = unit(b), c = keep(c), d = keep(d);
    again = 1;
  }
  if (is_infinite(c) || is_infinite(d)) {
    c = unit(c), d = unit(d), a = keep(a), b = keep(b);
    again = 1;
  }
  if (!again && overflowed) {
    a = keep(a), b = keep(b), c = keep(c), d = keep(d);
    again = 1;
  }
  if (again) r = (struct pair){__builtin_inf() * (a * c - b * d), __builtin_inf() * (a * d + b * c)};
  return r;
}

/* The power of two by which the divisor is made about 1, so that squares do not overflow. */
static double scale_of(double c, double d) {
  double most = size(c) > size(d) ? size(c) : size(d), scale = 1;
  if (!(most > 0) || is_infinite(most)) return 1;
  while (most * scale >= 2) scale /= 2;
  while (most * scale < 1) scale *= 2;
  return scale;
}

static struct pair divide(double a, double b, double c, double d) {
  double scale = scale_of(c, d), sc = c * scale, sd = d * scale, square = sc * sc + sd * sd;
  struct pair r = {(a * sc + b * sd) / square * scale, (b * sc - a * sd) / square * scale};
  if (!is_nan(r.x) || !is_nan(r.y)) return r;
  if (square == 0 && (!is_nan(a) || !is_nan(b))) {
    r = (struct pair){__builtin_copysign(__builtin_inf(), c) * a, __builtin_copysign(__builtin_inf(), c) * b};
  } else if ((is_infinite(a) || is_infinite(b)) && !is_infinite(c) && !is_infinite(d) && !is_nan(c) && !is_nan(d)) {
    a = unit(a), b = unit(b);
    r = (struct pair){__builtin_inf() * (a * c + b * d), __builtin_inf() * (b * c - a * d)};
  } else if ((is_infinite(c) || is_infinite(d)) && !is_infinite(a) && !is_infinite(b) && !is_nan(a) && !is_nan(b)) {
    c = unit(c), d = unit(d);
    r = (struct pair){0 * (a * c + b * d), 0 * (b * c - a * d)};
  }
  return r;
}

static double _Complex join(struct pair p) {
  double _Complex z;
  __real__ z = p.x;
  __imag__ z = p.y;
  return z;
}

static float _Complex join_float(struct pair p) {
  float _Complex z;
  __real__ z = (float)p.x;
  __imag__ z = (float)p.y;
  return z;
}

/* Multiplies a + bi by c + di, as C asks for infinities. */
double _Complex __muldc3(double a, double b, double c, double d) {
  return join(multiply(a, b, c, d));
}

/* Divides a + bi by c + di, as C asks for infinities. */
double _Complex __divdc3(double a, double b, double c, double d) {
  return join(divide(a, b, c, d));
}

/* The same for floats: computed in double and rounded once. */
float _Complex __mulsc3(float a, float b, float c, float d) {
  return join_float(multiply(a, b, c, d));
}

/* The same for floats: computed in double and rounded once. */
float _Complex __divsc3(float a, float b, float c, float d) {
  return join_float(divide(a, b, c, d));
}
