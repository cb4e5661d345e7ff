// stops: RVL201 11 long double
// Arithmetic in long double is not modelled: it ends the run where it is reached, not before.
#include <stdio.h>

struct sample { long double value; int count; };

int main(void) {
  struct sample a = {0}, b;
  b = a;
  printf("copied %d\n", b.count);
  b.value += 1;
  printf("%Lf\n", b.value);
  return 0;
}
