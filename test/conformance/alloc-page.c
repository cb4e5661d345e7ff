// memalign, valloc, pvalloc: alignment, usable with realloc and free.
#define _GNU_SOURCE
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *p = memalign(32, 40);
  printf("memalign 32: %d\n", p && (uintptr_t)p % 32 == 0);
  strcpy(p, "kept");
  p = realloc(p, 80);
  p[79] = 1;
  printf("realloc: %s\n", p);
  free(p);
  p = valloc(10);
  printf("valloc: %d\n", p && (uintptr_t)p % 4096 == 0);
  free(p);
  p = pvalloc(10);
  printf("pvalloc: %d\n", p && (uintptr_t)p % 4096 == 0);
  p[4095] = 7;
  free(p);
  return 0;
}
