// inputs: 0x7fffffff 5 6 7
// expect: 2147483647 5 6 7
// expect: moved
// inputs: 1 2 3 4 0x800000000000 0x400000000000 9 0x123456789abc 0xffffffff 0xffff00000000
// expect: 1 2 3 4
// expect: moved
// expect: 0.500000 0.250000 0 0 16384
// expect: 9 152709948 4660 22136 39612
// expect: -1 -65536 65535
// Random numbers are inputs, whatever the seed; the functions with a state of the caller's change it.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  unsigned seed = 3;
  srand(4);
  srandom(5);
  int a = rand(), b = rand_r(&seed);
  long c = random(), d = random();
  printf("%d %d %ld %ld\n", a, b, c, d);
  puts(seed == 3 ? "not moved" : "moved");
  if (a != 1) return 0;
  unsigned short state[3] = {1, 2, 3};
  srand48(6);
  double e = drand48(), f = erand48(state);
  printf("%f %f %d %d %d\n", e, f, state[0], state[1], state[2]);
  long g = lrand48(), h = nrand48(state);
  printf("%ld %ld %d %d %d\n", g, h, state[2], state[1], state[0]);
  g = mrand48(), h = jrand48(state);
  printf("%ld %ld %d\n", g, h, state[2]);
  return 0;
}
