// _Complex double and float: arithmetic, comparison, parts, as arguments and results, in structs, arrays and variable
// arguments, conversion, compound assignment, and the imaginary constant.
#include <stdarg.h>
#include <stdio.h>

struct wave { float _Complex at; double _Complex from[2]; };
static double _Complex table[2] = {1.0 + 2.0i, -3.5};

static double _Complex square(double _Complex z) { return z * z; }
static float _Complex swap(float _Complex z) { return __imag__ z + __real__ z * 1.0fi; }
static struct wave shift(struct wave w, double _Complex by) {
  w.at += (float _Complex)by;
  w.from[1] -= by;
  return w;
}
static double _Complex sum(int n, ...) {
  va_list list;
  va_start(list, n);
  double _Complex total = 0;
  while (n-- > 0) total += va_arg(list, double _Complex);
  va_end(list);
  return total;
}
static void show(double _Complex z) { printf("%g %g\n", __real__ z, __imag__ z); }

int main(void) {
  double _Complex a = 3.0 + 4.0i, b = table[0];
  show(a + b);
  show(a - b);
  show(a * b);
  show(a / b);
  show(-a);
  show(~a);
  show(square(a) * 2);
  show(swap(1.5f - 2.5fi));
  show(sum(3, a, b, table[1]));
  __real__ a = 9;
  __imag__ a += 1;
  show(a);
  a *= b;
  a /= 2;
  show(a);
  float _Complex f = 1.0f + 1.0fi;
  f *= f;
  f /= 0.5f + 0.5fi;
  show(f);
  printf("%d %d %d\n", a == b, a != b, table[1] == -3.5);
  struct wave w = shift((struct wave){1.0f, {2.0, 3.0i}}, 1.0 + 1.0i);
  show(w.at);
  show(w.from[0]);
  show(w.from[1]);
  show((double)(a + 1.0i));
  show((int)2.75 + 0.5i * 4);
  printf("%d\n", (int)sizeof a);
  printf("%d\n", !a || (_Bool)0.0i);
  return 0;
}
