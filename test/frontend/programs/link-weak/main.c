// also: strong.c
// Weak definitions and the strong ones that replace them, weak and undefined names, aliases (of functions, variables, aliases),
// and a constructor in each file.
#include <stdio.h>

int __attribute__((weak)) policy(int x) { return x; }
int __attribute__((weak)) kept(int x) { return x + 1; }
int __attribute__((weak)) setting = 5;
int __attribute__((weak)) other_setting = 6;
extern void __attribute__((weak)) hook(int);
extern void __attribute__((weak)) missing_hook(int);
extern int __attribute__((weak)) missing_value;
static int real(int x) { return x * 10; }
int twin(int) __attribute__((alias("real")));
int triplet(int) __attribute__((alias("twin")));
int base[3] = {1, 2, 3};
extern int same[3] __attribute__((alias("base")));
int replaceable(void) __attribute__((weak, alias("default_replaceable")));
int default_replaceable(void) { return 1; }
int call_through(void);
extern int order;
extern int tls_value(void);

__attribute__((constructor)) static void begin(void) { order = order * 10 + 1; }

int main(void) {
  printf("%d %d %d %d\n", policy(3), kept(3), setting, other_setting);
  hook(4);
  if (missing_hook) missing_hook(5);
  int *p = &missing_value;
  printf("%d %d\n", p == 0, missing_hook == 0);
  same[1] = 20;
  printf("%d %d %d\n", twin(2), triplet(3), base[1]);
  printf("%d %d %d\n", replaceable(), default_replaceable(), call_through());
  printf("%d %d\n", order, tls_value());
  return 0;
}
