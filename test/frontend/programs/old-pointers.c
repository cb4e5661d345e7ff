// models: ilp32
// Calls that do not match: unprototyped pointers to variadic functions, narrow and floating arguments without prototype,
// a thread function and a comparison function of the wrong type.
#include <stdio.h>
#include <stdarg.h>
#include <pthread.h>
#include <stdlib.h>
static int sum(int n, ...) { va_list l; va_start(l, n); int s = 0; while (n--) s += va_arg(l, int); va_end(l); return s; }
typedef int (*fn)();
static fn table[] = {(fn)printf, (fn)sum, (fn)puts};
double avg(); 
float fl(); 
long long ll();
int many(int a, long long b, char c, short d, unsigned char e, double f);
int call(fn f) { return f(2, 40, 2); }
static void *start(void) { return (void *)11; }
static int nul() { return 3; }
static float narrow(unsigned char c, _Bool b, float f) { return c + b + f; }
int main() {
  float (*prototyped)(unsigned char, _Bool, float) = narrow;
  printf("%g\n", prototyped(1, 1, 2.5f));
  fn p = (fn)printf;
  p("%d %s\n", 3, "x");
  printf("%d\n", call((fn)sum));
  table[2]("table");
  printf("%g %g %lld\n", avg(1.5, 2), fl(2.5f), ll(7LL, (char)3));
  int (*m)() = many;
  printf("%d\n", m(1, 2LL, 'c', (short)-4, (unsigned char)200, 2.5f));
  pthread_t t; void *r;
  pthread_create(&t, 0, (void *(*)(void *))start, 0);
  pthread_join(t, &r);
  printf("%d\n", (int)(long)r);
  printf("%d\n", ((int (*)(int, int))nul)(1, 2));
  qsort((int[]){1,2}, 2, sizeof(int), (int (*)(const void *, const void *))nul);
  return 0;
}
double avg(double a, int b) { return (a + b) / 2; }
float fl(x) float x; { return x * 2; }
long long ll(a, c) long long a; char c; { return a * c; }
int many(int a, long long b, char c, short d, unsigned char e, double f) { return a + (int)b + c + d + e + (int)f; }
