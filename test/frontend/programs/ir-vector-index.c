// stops: RVL201 9 element 7 of a vector of 4
// A constant subscript beyond the last element: clang's IR gives it no meaning.
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));

int main(void) {
  v4 v = {1, 2, 3, 4};
  int beyond = v[7];
  printf("%d\n", beyond);
  return 0;
}
