/* Sorting and searching with the program's own comparison, which is called outside any section, on elements of the array itself.
 * qsort is a stable merge sort, as in glibc; elements move by ordinary accesses through hidden memory. */
#define _GNU_SOURCE
#include "internal.h"
#include <search.h>
#include <stdlib.h>

typedef int (*plain_order)(const void *, const void *);
typedef int (*context_order)(const void *, const void *, void *);

struct sorting {
  size_t size;
  char *room; /* for all elements */
  plain_order plain;
  context_order context;
  void *argument;
};

static int compare(const struct sorting *s, const char *left, const char *right) {
  return s->plain ? s->plain(left, right) : s->context(left, right, s->argument);
}

static void sort(const struct sorting *s, char *base, size_t count) {
  if (count < 2) return;
  size_t half = count / 2, taken = 0;
  char *left = base, *middle = base + half * s->size, *right = middle, *end = base + count * s->size;
  sort(s, left, half);
  sort(s, right, count - half);
  while (left < middle && right < end) {
    char **from = compare(s, left, right) <= 0 ? &left : &right;
    __rvl_move(s->room + taken, *from, s->size);
    *from += s->size;
    taken += s->size;
  }
  /* The rest of the right half is already in place. */
  size_t rest = (size_t)(middle - left);
  __rvl_move(base + taken, left, rest);
  __rvl_move(base, s->room, taken);
}

static void sort_all(void *base, size_t count, struct sorting s) {
  if (count < 2 || !s.size) return;
  s.room = __rvl_allocate(count * s.size, 16, 2);
  sort(&s, base, count);
  __rvl_deallocate(s.room);
}

/* A stable merge sort; the comparison is called on elements of the array, outside any section. */
void qsort(void *base, size_t count, size_t size, plain_order order) {
  sort_all(base, count, (struct sorting){size, NULL, order, NULL, NULL});
}

/* As qsort, with an argument for the comparison. */
void qsort_r(void *base, size_t count, size_t size, context_order order, void *argument) {
  sort_all(base, count, (struct sorting){size, NULL, NULL, order, argument});
}

/* Halves the array, as glibc does. */
void *bsearch(const void *key, const void *base, size_t count, size_t size, plain_order order) {
  size_t from = 0, to = count;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    const char *element = (const char *)base + middle * size;
    int result = order(key, element);
    if (result == 0) return (void *)element;
    if (result < 0)
      to = middle;
    else
      from = middle + 1;
  }
  return NULL;
}

static void *find(const void *key, const char *base, size_t count, size_t size, plain_order order) {
  for (size_t at = 0; at < count; at++)
    if (order(key, base + at * size) == 0) return (void *)(base + at * size);
  return NULL;
}

/* Tries every element in turn. */
void *lfind(const void *key, const void *base, size_t *count, size_t size, plain_order order) {
  return find(key, base, *count, size, order);
}

/* As lfind; a missing element is appended. */
void *lsearch(const void *key, void *base, size_t *count, size_t size, plain_order order) {
  size_t number = *count;
  void *found = find(key, base, number, size, order);
  if (found) return found;
  char *end = (char *)base + number * size;
  __rvl_move(end, key, size);
  *count = number + 1;
  return end;
}
