// malloc, calloc, realloc, free: contents kept and cleared, growth and shrinkage, null cases, distinct live objects, alignment.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int all(const unsigned char *p, int n, int value) {
  for (int i = 0; i < n; i++)
    if (p[i] != value) return 0;
  return 1;
}

int main(void) {
  unsigned char *a = malloc(16), *b = malloc(16);
  uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
  printf("got %d, apart %d, aligned %d\n", a && b, x + 16 <= y || y + 16 <= x, x % sizeof(double) == 0);
  memset(a, 1, 16);
  memset(b, 2, 16);
  printf("own contents %d %d\n", all(a, 16, 1), all(b, 16, 2));
  a = realloc(a, 64);
  printf("grown: kept %d\n", all(a, 16, 1));
  memset(a, 3, 64);
  a = realloc(a, 8);
  printf("shrunk: kept %d\n", all(a, 8, 3));
  free(a);
  printf("other untouched %d\n", all(b, 16, 2));
  free(b);

  int *zeros = calloc(10, sizeof *zeros);
  printf("calloc zero %d\n", all((unsigned char *)zeros, 10 * sizeof *zeros, 0));
  zeros[9] = 7;
  zeros = realloc(zeros, 11 * sizeof *zeros);
  zeros[10] = 8;
  printf("%d %d %d\n", zeros[0], zeros[9], zeros[10]);
  free(zeros);

  char *fresh = realloc(NULL, 6);
  strcpy(fresh, "fresh");
  printf("realloc of null: %s\n", fresh);
  free(fresh);
  free(NULL);
  volatile size_t huge = SIZE_MAX / 2;
  void *wrapped = calloc(huge, 4);
  printf("calloc that overflows gives null: %d\n", wrapped == NULL);
  return 0;
}
