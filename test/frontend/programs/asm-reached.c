// stops: RVL204 14 lock; xaddl
// Inline assembly with an effect: only where it is reached, named, at its line.
#include <stdio.h>

static int never(int x) {
  asm("addl $1, %0" : "+r"(x));
  return x;
}

static int counter;

static int fetch_and_add(int *p, int by) {
  if (by == 77) by = never(by);
  asm volatile("lock; xaddl %0, %1" : "+r"(by), "+m"(*p) : : "memory");
  return by;
}

int main(void) {
  printf("before\n");
  int old = fetch_and_add(&counter, 2);
  printf("%d\n", old);
  return 0;
}
