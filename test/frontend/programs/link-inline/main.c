// models: ilp32
// also: second.c
// The same inline functions in two files, from a header: static inline, C99 inline without an external definition, extern inline with
// one, and gnu_inline.
// gcc: -O1
#include <stdio.h>
#include "shared.h"

extern inline int cubed(int x);
int second(int);

int main(void) {
  printf("%d %d %d %d\n", squared(3), cubed(2), plain(4), second(5));
  printf("%d\n", counted());
  return 0;
}
