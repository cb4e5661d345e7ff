// tsearch, tfind, tdelete and twalk of <search.h>: a tree with no duplicates, visited in order.
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static void visit(const void *node, VISIT order, int depth) {
  (void)depth;
  if (order == postorder || order == leaf) printf(" %d", **(int *const *)node);
}

int main(void) {
  int key = 20;
  static int numbers[] = {50, 20, 80, 10, 30};
  void *root = NULL;
  for (int i = 0; i < 5; i++) tsearch(&numbers[i], &root, compare);
  printf("tsearch keeps the old: %d", *(int **)tsearch(&key, &root, compare) == &numbers[1]);
  printf(", tfind %d", **(int **)tfind(&key, &root, compare));
  key = 60;
  printf(", none %d\n", tfind(&key, &root, compare) == NULL);
  key = 20;
  printf("tdelete %d, left:", tdelete(&key, &root, compare) != NULL);
  twalk(root, visit);
  printf("\n");
  for (int i = 0; i < 5; i++) tdelete(&numbers[i], &root, compare);
  printf("empty %d\n", root == NULL);
  return 0;
}
