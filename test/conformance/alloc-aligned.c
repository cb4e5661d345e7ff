// aligned_alloc, posix_memalign: alignment, freeing by free, EINVAL for a bad alignment; malloc_usable_size.
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  for (size_t align = 16; align <= 256; align *= 2) {
    char *p = aligned_alloc(align, 2 * align);
    memset(p, 'x', 2 * align);
    printf("aligned_alloc %d: %d\n", (int)align, (uintptr_t)p % align == 0);
    free(p);
  }
  void *q = NULL;
  printf("posix_memalign 64: %d", posix_memalign(&q, 64, 100));
  printf(", aligned %d\n", q != NULL && (uintptr_t)q % 64 == 0);
  memset(q, 1, 100);
  printf("usable at least what was asked: %d\n", malloc_usable_size(q) >= 100);
  free(q);
  void *untouched = &q;
  volatile size_t odd = 24, small = 1;
  printf("bad alignment: %d", posix_memalign(&untouched, odd, 8));
  printf(" %d", posix_memalign(&untouched, small, 8));
  printf(", result untouched %d\n", untouched == &q);
  printf("usable of null: %d\n", (int)malloc_usable_size(NULL));
  return 0;
}
