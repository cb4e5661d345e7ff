// models: lp64
// Assembly, long double and assembler names that are in the program but never executed.
#include <stdio.h>

static long double precise(long double x) { return x * 1.5L; }
static unsigned long long cycles(void) {
  unsigned low, high;
  asm volatile("rdtsc" : "=a"(low), "=d"(high));
  return (unsigned long long)high << 32 | low;
}
static long double table[2] = {1.0L, 2.5L};
struct record { long double d; int i; };
static struct record record = {3.0L, 4};
static int renamed(int x) __asm__("another_name");
static int renamed(int x) { return x + 1; }

int main(int argc, char **argv) {
  struct record copy = record;
  if (argc > 5) {
    long double sum = 0;
    for (int i = 0; i < 2; i++) sum += table[i];
    printf("%Lf %llu %s\n", precise(sum), cycles(), argv[0]);
    asm goto("jmp %l0" : : : : out);
  }
out:
  printf("%d %d %d\n", copy.i, (int)sizeof(double), renamed(3));
  return 0;
}
