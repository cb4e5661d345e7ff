// long double: printf, sscanf and strtold on values that a double holds exactly, so that the format of long double does not matter.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  long double x = 1.5L, y = 0;
  char *end;
  printf("[%Lf] [%Lg] [%.3Le] [%10.2Lf]\n", x, 0.25L, 1024.0L, -x);
  printf("%d:", sscanf("6.25", "%Lf", &y));
  printf(" %Lg\n", y);
  printf("%Lg", strtold("-12.5e1z", &end));
  printf(" rest %s\n", end);
  x = x * 4 + y;
  printf("%Lg %d %d\n", x, x > y, (int)x);
  return 0;
}
