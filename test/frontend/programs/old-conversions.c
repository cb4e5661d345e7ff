// models: ilp32 lp64
// Conversions that C forbids and old programs make: pointers and integers, pointers of other types, functions as data,
// constness dropped, and comparisons between them.
#include <stdio.h>
#include <stdlib.h>

struct a { int x; };
struct b { int y; char z; };
static int numbers[3] = {5, 6, 7};
char *strdup_here();
static int triple(int x) { return 3 * x; }

static int use(unsigned char *p) { return p[0] + p[4]; }
static long keep(long v) { return v; }
static char *give(void) { return numbers + 1; }

int main() {
  struct a first = {9}, *p;
  struct b second = {8, 'z'};
  int *q, *null = 0L;
  long address;
  char *text;
  int (*f)(long);
  p = &second;
  q = &first;
  printf("%d %d\n", p->x, *q);
  address = numbers;
  q = address;
  q = keep(q);
  printf("%d %d\n", *q, q == address);
  printf("%d\n", use(numbers));
  text = "literal";
  text = strdup_here("changed");
  *text = 67;
  puts(text);
  free(text);
  f = triple;
  printf("%d %d\n", f(7), ((int (*)(int))(void *)triple)(8));
  printf("%d %d %d\n", null == 0, numbers > 0, give() == (char *)&numbers[1]);
  q = malloc(4);
  if (q == 0) return 1;
  *q = -1;
  printf("%u %d\n", *(unsigned *)q, *(signed char *)q);
  free(q);
  return !p;
}

char *strdup_here(char *s) {
  char *copy = malloc(20), *c = copy;
  while (*c++ = *s++);
  return copy;
}
