// Old C: definitions with parameter declarations after the list, implicit int, narrow and float parameters, functions used
// before their definition, arguments missing or too many, and functions that return no result.
#include <stdio.h>

static add(), negate();
extern double half();
counter = 4;
static limit;
char *pick();

add(a, b) { return a + b; }

static negate(x)
  short x;
{
  return -x;
}

double half(f, c, d)
  float f;
  char c;
  double d;
{
  return f / 2 + c + d;
}

char *pick(list, n)
  char *list[];
  register n;
{
  return list[n];
}

struct point { int x, y; };
struct point shift(p, by)
  struct point p;
  int by;
{
  p.x += by;
  p.y -= by;
  return p;
}

int apply(f, n)
  int (*f)();
  int n;
{
  return (*f)(n, n + 1) + f(n, 1);
}

ignores() { return 7; }
nothing(x) { if (x) return 5; }
static void show();

int main(argc, argv)
  int argc;
  char **argv;
{
  static char *names[] = {"zero", "one", "two"};
  auto total = 0;
  register i;
  const step = 2;
  unsigned long wide = 3;
  struct point p = {10, 20};
  for (i = 0; i < limit + counter; i += step) total += add(i, 1);
  printf("%d %d\n", total, negate((short)70000));
  printf("%g\n", half(3.0f, 'a', 0.25));
  printf("%s\n", pick(names, 2));
  p = shift(p, 3);
  printf("%d %d\n", p.x, p.y);
  printf("%d\n", apply(add, 5));
  printf("%d %d\n", ignores(), ignores(1, 2, 3));
  printf("%d\n", nothing(1));
  show("%s %d %lu\n", "text", 12, wide);
  printf("%d %s\n", argc > 0, argc > 5 ? argv[5] : "none");
  return 0;
}

static void show(format, name, n, wide)
  char *format, *name;
  int n;
  unsigned long wide;
{
  printf(format, name, n, wide);
}
