// The calls that complex multiplication and division may compile to.
#include <math.h>
#include <stdio.h>

extern double _Complex __muldc3(double, double, double, double), __divdc3(double, double, double, double);
extern float _Complex __mulsc3(float, float, float, float), __divsc3(float, float, float, float);

#define SHOW(z) printf("%.3f %.3f\n", (double)__real__(z), (double)__imag__(z))

int main(void) {
  double _Complex a = __muldc3(1, 2, 3, 4), b = __divdc3(1, 2, 3, 4), c = __muldc3(INFINITY, 1, 2, 3);
  float _Complex d = __mulsc3(1, 2, 3, 4), e = __divsc3(1, 2, 3, 4);
  SHOW(a);
  SHOW(b);
  SHOW(d);
  SHOW(e);
  printf("infinite %d\n", isinf(__real__ c) || isinf(__imag__ c));
  return 0;
}
