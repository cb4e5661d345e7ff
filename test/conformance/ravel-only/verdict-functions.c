// inputs: 1 1
// expect: passed
// inputs: 1 0
// ends: assertion
// inputs: 2
// ends: assertion
// inputs: 3
// ends: assertion
// inputs: 4
// ends: assertion
// inputs: 5
// ends: assertion
// inputs: 6
// ends: assertion
// inputs: 7 0
// ends: assertion
// inputs: 7 1
// expect: passed
// inputs: 8 0
// ends: assertion
// inputs: 8 1
// expect: passed
// inputs: 9 0
// ends: assertion
// inputs: 9 1
// expect: passed
// inputs: 10 0
// ends: stuck
// inputs: 10 1
// expect: passed
// inputs: 11 0
// ends: stuck
// inputs: 12 0
// ends: stuck
// Assertions under the names of several tools, and what assert expands to, end in a violation if and only if the condition is
// false; assumptions end the thread quietly.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assert(int), __VERIFIER_error(void), reach_error(void), __VERIFIER_assume(int);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern void __assert(const char *, const char *, int);
extern void __assert_perror_fail(int, const char *, unsigned, const char *);
extern void assert(int);
extern void __ESBMC_assert(_Bool, const char *), __CPROVER_assert(_Bool, const char *);
extern void __ESBMC_assume(_Bool), __CPROVER_assume(_Bool);

int main(void) {
  switch (__VERIFIER_nondet_int()) {
    case 1: __VERIFIER_assert(__VERIFIER_nondet_bool()); break;
    case 2: __VERIFIER_error(); break;
    case 3: reach_error(); break;
    case 4: __assert_fail("x", "file.c", 1, "main"); break;
    case 5: __assert("x", "file.c", 1); break;
    case 6: __assert_perror_fail(2, "file.c", 1, "main"); break;
    case 7: assert(__VERIFIER_nondet_bool()); break;
    case 8: __ESBMC_assert(__VERIFIER_nondet_bool(), "x"); break;
    case 9: __CPROVER_assert(__VERIFIER_nondet_bool(), "x"); break;
    case 10: __VERIFIER_assume(__VERIFIER_nondet_bool()); break;
    case 11: __ESBMC_assume(__VERIFIER_nondet_bool()); break;
    case 12: __CPROVER_assume(__VERIFIER_nondet_bool()); break;
  }
  puts("passed");
  return 0;
}
