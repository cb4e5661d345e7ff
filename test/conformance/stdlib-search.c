// lfind, lsearch, tsearch, tfind, tdelete and twalk of <search.h>.
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static void visit(const void *node, VISIT order, int depth) {
  (void)depth;
  if (order == postorder || order == leaf) printf(" %d", **(int *const *)node);
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

  static int numbers[] = {50, 20, 80, 10, 30};
  void *root = NULL;
  for (int i = 0; i < 5; i++) tsearch(&numbers[i], &root, compare);
  key = 20;
  printf("tsearch keeps the old: %d", *(int **)tsearch(&key, &root, compare) == &numbers[1]);
  key = 60;
  printf(", tfind none %d\n", tfind(&key, &root, compare) == NULL);
  key = 20;
  printf("tdelete %d, left:", tdelete(&key, &root, compare) != NULL);
  twalk(root, visit);
  printf("\n");
  for (int i = 0; i < 5; i++) tdelete(&numbers[i], &root, compare);
  printf("empty %d\n", root == NULL);
  return 0;
}
