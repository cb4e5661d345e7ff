// qsort, qsort_r and bsearch: integers, strings by pointer, structs of odd size, empty and single arrays; found and not found.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
  char name[5];
  short weight;
};

static int ascending(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static int by_weight(const void *a, const void *b) {
  return ((const struct item *)a)->weight - ((const struct item *)b)->weight;
}

static int directed(const void *a, const void *b, void *direction) { return *(int *)direction * ascending(a, b); }

int main(void) {
  int numbers[] = {5, -1, 9, 0, 5, 3, -7, 2, 2, 8}, down = -1;
  qsort(numbers, 10, sizeof *numbers, ascending);
  for (int i = 0; i < 10; i++) printf("%d ", numbers[i]);
  printf("\n");
  for (int key = 2; key <= 9; key += 7) {
    int *found = bsearch(&key, numbers, 10, sizeof *numbers, ascending);
    printf("%d is there %d\n", key, found && *found == key);
  }
  int key = 4;
  printf("4 is there %d\n", bsearch(&key, numbers, 10, sizeof *numbers, ascending) != NULL);
  printf("in nothing %d\n", bsearch(&key, numbers, 0, sizeof *numbers, ascending) != NULL);
  qsort_r(numbers, 10, sizeof *numbers, directed, &down);
  for (int i = 0; i < 10; i++) printf("%d ", numbers[i]);
  printf("\n");
  qsort(numbers, 0, sizeof *numbers, ascending);
  qsort(numbers, 1, sizeof *numbers, ascending);
  printf("untouched %d %d\n", numbers[0], numbers[9]);

  const char *words[] = {"pear", "apple", "fig", "banana", ""};
  qsort(words, 5, sizeof *words, by_text);
  for (int i = 0; i < 5; i++) printf("[%s]", words[i]);
  struct item items[] = {{"cc", 30}, {"aa", 10}, {"dddd", 40}, {"bb", 20}}, wanted = {"", 30};
  qsort(items, 4, sizeof *items, by_weight);
  printf("\n%s %s %s %s", items[0].name, items[1].name, items[2].name, items[3].name);
  struct item *found = bsearch(&wanted, items, 4, sizeof *items, by_weight);
  printf(", 30 is %s\n", found->name);
  return 0;
}
