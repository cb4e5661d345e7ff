// link: -lm
// printf of floating values: f e g a in both cases with flags, width and precision; rounding, infinities, not-a-number.
#include <math.h>
#include <stdio.h>

int main(void) {
  printf("[%f] [%f] [%f] [%F]\n", 3.25, -0.5, 1e10, 2.0);
  printf("[%.0f] [%.0f] [%.0f] [%.1f] [%.2f] [%#.0f]\n", 0.5, 1.5, 2.5, 0.25, 2.675, 3.0);
  printf("[%10.3f] [%-10.3f] [%010.3f] [%+.1f] [% .1f]\n", 3.14159, 3.14159, -3.14159, 2.5, 2.5);
  printf("[%e] [%E] [%.0e] [%.3e] [%12.2e] [%e]\n", 12345.678, 0.00012, 5e20, -1.0 / 3, 1e100, 0.0);
  printf("[%g] [%g] [%g] [%g] [%g] [%g]\n", 100000.0, 1000000.0, 0.0001, 0.00001, 1.5, 0.1);
  printf("[%G] [%.3g] [%.10g] [%#g] [%g] [%.0g]\n", 1e-10, 1234.5, 2.0 / 3, 1.0, 1e15, 25.0);
  printf("[%a] [%A] [%a] [%.2a] [%a]\n", 1.0, 0.5, -3.75, 1.75, 0.0);
  printf("[%.17g] [%.20f] [%.15f]\n", 0.1, 0.1, 1e-7);
  printf("[%f] [%e] [%.0f]\n", 1e22, 1.7976931348623157e308, 123456789012345678.0);
  printf("[%g] [%g]\n", 4.9406564584124654e-324, 2.2250738585072014e-308);
  volatile double zero = 0, infinite = INFINITY;
  printf("[%f] [%F] [%6g] [%-6e] [%06f] [%+f]\n", infinite, infinite, -infinite, infinite, infinite, infinite);
  printf("[%f] [%G] [%5.1f] [%f]\n", fabs(NAN), fabs(NAN), fabs(NAN), -zero);
  printf("[%*.*f] [%-*.*e]\n", 9, 2, 2.5, 12, 1, 2.5);
  printf("%d\n", printf("%.3f %g\n", 1.0, 1e-5));
  return 0;
}
