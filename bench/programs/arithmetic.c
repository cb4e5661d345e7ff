/* Computation without shared memory in the loops. */
#include <stdio.h>

static unsigned collatz(unsigned n) {
  unsigned steps = 0;
  while (n != 1) {
    n = n & 1 ? 3 * n + 1 : n / 2;
    steps++;
  }
  return steps;
}

static unsigned sieve(void) {
  unsigned char composite[2000] = {0};
  unsigned primes = 0;
  for (int i = 2; i < 2000; i++) {
    if (composite[i]) continue;
    primes++;
    for (int j = 2 * i; j < 2000; j += i) composite[j] = 1;
  }
  return primes;
}

static unsigned long long mix(unsigned long long x, int rounds) {
  for (int i = 0; i < rounds; i++) x = (x ^ (x >> 13)) * 0x9e3779b97f4a7c15ull + (unsigned)i;
  return x;
}

int main(void) {
  unsigned sum = 0;
  for (unsigned n = 1; n < 20000; n++) sum += collatz(n);
  unsigned primes = 0;
  for (int i = 0; i < 100; i++) primes += sieve();
  printf("%u %u %llu\n", sum, primes, mix(1, 1000000));
  return 0;
}
