// lp64 only
// inputs: 0xffffffffffffffff 5 0x7 9
// expect: -1 5
// expect: 7 9
// Inputs of 128 bits come in two halves, the upper one first.
#include <stdio.h>

extern __int128 __VERIFIER_nondet_int128(void);
extern unsigned __int128 __VERIFIER_nondet_uint128(void);

int main(void) {
  __int128 a = __VERIFIER_nondet_int128();
  printf("%lld %llu\n", (long long)(a >> 64), (unsigned long long)a);
  unsigned __int128 b = __VERIFIER_nondet_uint128();
  printf("%lld %llu\n", (long long)(b >> 64), (unsigned long long)b);
  return 0;
}
