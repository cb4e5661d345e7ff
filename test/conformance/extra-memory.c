// Settings of the allocator.
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  printf("%d\n", mallopt(M_MMAP_THRESHOLD, 1 << 20));
  char *p = malloc(3);
  p[2] = 7;
  printf("%d\n", p[2]);
  free(p);
  return 0;
}
