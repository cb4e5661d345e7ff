// reallocarray, alloca, variable-length arrays, compound literals and flexible array members: lifetimes and contents.
#define _GNU_SOURCE
#include <alloca.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct packet {
  int count;
  int items[];
};

static int sum_vla(int n) {
  int cells[n], sum = 0;
  for (int i = 0; i < n; i++) cells[i] = i * i;
  for (int i = 0; i < n; i++) sum += cells[i];
  return sum + (int)(sizeof cells / sizeof cells[0]);
}

static int sum_alloca(int n) {
  int *cells = alloca((size_t)n * sizeof *cells), *more = alloca(sizeof *more), sum = 0;
  *more = 1000;
  for (int i = 0; i < n; i++) cells[i] = i + 1;
  for (int i = 0; i < n; i++) sum += cells[i];
  return sum + *more;
}

int main(void) {
  int *a = reallocarray(NULL, 3, sizeof *a);
  for (int i = 0; i < 3; i++) a[i] = i + 5;
  a = reallocarray(a, 6, sizeof *a);
  a[5] = 50;
  printf("%d %d %d %d\n", a[0], a[1], a[2], a[5]);
  errno = 0;
  volatile size_t huge = SIZE_MAX / 2;
  int *volatile kept = a, *none = reallocarray(kept, huge, sizeof *a);
  printf("overflow: null %d, errno %d, old contents %d\n", none == NULL, errno, kept[2]);
  free(kept);
  for (int n = 1; n <= 4; n++) printf("%d %d\n", sum_vla(n), sum_alloca(n));
  struct packet *packet = malloc(sizeof *packet + 3 * sizeof(int));
  packet->count = 3;
  for (int i = 0; i < packet->count; i++) packet->items[i] = 2 * i;
  struct packet *copy = malloc(sizeof *copy + 3 * sizeof(int));
  memcpy(copy, packet, sizeof *packet + 3 * sizeof(int));
  free(packet);
  printf("%d: %d %d %d\n", copy->count, copy->items[0], copy->items[1], copy->items[2]);
  free(copy);
  int rows = 2, columns = 3, (*grid)[columns] = malloc(sizeof(int[rows][columns]));
  for (int i = 0; i < rows * columns; i++) grid[i / columns][i % columns] = i;
  printf("%d %d\n", grid[1][0], grid[1][2]);
  free(grid);
  return 0;
}
