// lfind and lsearch of <search.h>: found, not found, added at the end.
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(void) {
  int cells[6] = {5, 3, 9}, key = 9;
  size_t count = 3;
  int *found = lfind(&key, cells, &count, sizeof *cells, compare);
  printf("lfind at %d", (int)(found - cells));
  key = 4;
  printf(", none %d", lfind(&key, cells, &count, sizeof *cells, compare) == NULL);
  found = lsearch(&key, cells, &count, sizeof *cells, compare);
  printf(", lsearch adds at %d, count %d\n", (int)(found - cells), (int)count);
  return 0;
}
