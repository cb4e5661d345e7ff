// Variable arguments of every type: integers, floats, pointers, structs of each class, va_copy, va_list handed on by value and by
// pointer, used twice, more arguments than registers, no arguments, and through a function pointer.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct tiny { char c; };
struct three { char c[3]; };
struct one { float f; };
struct pair { float x, y; };
struct triple { float x, y, z; };
struct mixed { int i; double d; };
struct longs { long a, b; };
struct large { int v[9]; };
struct doubles { double a, b; };
union word { int i; float f; };

static double take(const char *kinds, va_list *list) {
  double sum = 0;
  for (; *kinds; kinds++) {
    switch (*kinds) {
      case 'i': sum += va_arg(*list, int); break;
      case 'u': sum += va_arg(*list, unsigned); break;
      case 'l': sum += (double)va_arg(*list, long); break;
      case 'q': sum += (double)va_arg(*list, long long); break;
      case 'd': sum += va_arg(*list, double); break;
      case 's': sum += atoi(va_arg(*list, const char *)); break;
      case 'p': sum += *va_arg(*list, int *); break;
      case 't': sum += va_arg(*list, struct tiny).c; break;
      case '3': sum += va_arg(*list, struct three).c[2]; break;
      case '1': sum += va_arg(*list, struct one).f; break;
      case 'P': { struct pair p = va_arg(*list, struct pair); sum += p.x - p.y; break; }
      case 'T': { struct triple p = va_arg(*list, struct triple); sum += p.x * p.y + p.z; break; }
      case 'M': { struct mixed m = va_arg(*list, struct mixed); sum += m.i + m.d; break; }
      case 'L': { struct longs l = va_arg(*list, struct longs); sum += (double)(l.a * 2 + l.b); break; }
      case 'G': { struct large g = va_arg(*list, struct large); sum += g.v[0] + g.v[8]; break; }
      case 'D': { struct doubles d = va_arg(*list, struct doubles); sum += d.a / d.b; break; }
      case 'w': sum += va_arg(*list, union word).i; break;
      case 'f': sum += va_arg(*list, int (*)(int))(10); break;
    }
  }
  return sum;
}

static double total(const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  double sum = take(kinds, &list);
  va_end(list);
  return sum;
}

static double twice(const char *kinds, ...) {
  va_list list, copy;
  va_start(list, kinds);
  double first = va_arg(list, int);
  va_copy(copy, list);
  double a = take(kinds + 1, &copy);
  double b = take(kinds + 1, &list);
  va_end(copy);
  va_end(list);
  va_start(list, kinds);
  double again = take(kinds, &list);
  va_end(list);
  return first + a * 10 + b * 100 + again * 1000;
}

static int by_value(int n, va_list list) {
  int sum = 0;
  while (n-- > 0) sum = sum * 10 + va_arg(list, int);
  return sum;
}

static int forward(int n, ...) {
  va_list list;
  va_start(list, n);
  int sum = by_value(n, list);
  va_end(list);
  return sum;
}

static int print(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vprintf(format, list);
  va_end(list);
  return n;
}

static int triple_it(int x) { return 3 * x; }
static int many(int a, double b, struct longs c, int d, long e, int f, int g, int h, ...) {
  va_list list;
  va_start(list, h);
  int r = va_arg(list, int);
  r += (int)va_arg(list, double);
  va_end(list);
  return r + a + (int)b + (int)c.b + d + (int)e + f + g + h;
}

int main(void) {
  int seven = 7;
  printf("%g\n", total("iulqd", 1, 2u, 3L, 4LL, 5.5));
  printf("%g\n", total("sp", "12", &seven));
  printf("%g\n", total("t3", (struct tiny){5}, (struct three){{1, 2, 3}}));
  printf("%g\n", total("1P", (struct one){1.5f}, (struct pair){8, 3}));
  printf("%g\n", total("TM", (struct triple){2, 3, 4}, (struct mixed){5, 0.25}));
  printf("%g\n", total("LGD", (struct longs){10, 1}, (struct large){{1, 0, 0, 0, 0, 0, 0, 0, 9}}, (struct doubles){1, 4}));
  printf("%g\n", total("iTiPi1iDt", 1, (struct triple){2, 3, 4}, 2, (struct pair){5, 1}, 3, (struct one){0.5f}, 4, (struct doubles){9, 2}, (struct tiny){1}));
  printf("%g\n", total("wf", (union word){.i = 6}, triple_it));
  printf("%g\n", total("iiiiiiiiiiddddddddddd", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1.0, 1.1));
  printf("%g\n", total("LLLLLL", (struct longs){1, 2}, (struct longs){3, 4}, (struct longs){5, 6}, (struct longs){7, 8}, (struct longs){9, 10}, (struct longs){11, 12}));
  printf("%g\n", total(""));
  printf("%g\n", twice("iid", 1, 2, 0.5));
  printf("%d %d\n", forward(4, 1, 2, 3, 4), forward(0));
  char small = 'x';
  short less = -3;
  float single = 2.5f;
  _Bool yes = 1;
  printf("%d\n", print("%c %d %.2f %d %ld %llx %s %5d|%-5s|\n", small, less, single, yes, -5L, 0xfedcba9876543210ULL, "end", 42, "ab"));
  double (*pointer)(const char *, ...) = total;
  printf("%g\n", pointer("dd", 1.5, 2.5));
  printf("%d\n", many(1, 2, (struct longs){3, 4}, 5, 6, 7, 8, 9, 10, 11.5));
  return 0;
}
