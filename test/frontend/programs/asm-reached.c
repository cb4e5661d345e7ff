// stops: RVL204 14 lock; btsl
// Inline assembly with an effect: only where it is reached, named, at its line.
#include <stdio.h>

static int never(int x) {
  asm("addl $1, %0" : "+r"(x));
  return x;
}

static int bits;

static void set_bit(int *p, int n) {
  if (n == 77) n = never(n);
  asm volatile("lock; btsl %1, %0" : "+m"(*p) : "r"(n) : "memory");
}

int main(void) {
  printf("before\n");
  set_bit(&bits, 2);
  printf("%d\n", bits);
  return 0;
}
