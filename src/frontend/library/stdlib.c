/* Integer arithmetic and random numbers. A random number is an input: any value may come, whatever the seed. */
#define _GNU_SOURCE
#include "internal.h"
#include <inttypes.h>
#include <stdlib.h>

/* Computed; the least int overflows, at the call. */
RVL_FOR_CALLER int abs(int n) {
  return n < 0 ? -n : n;
}

/* As abs. */
RVL_FOR_CALLER long labs(long n) {
  return n < 0 ? -n : n;
}

/* As abs. */
RVL_FOR_CALLER long long llabs(long long n) {
  return n < 0 ? -n : n;
}

/* As abs. */
RVL_FOR_CALLER intmax_t imaxabs(intmax_t n) {
  return n < 0 ? -n : n;
}

/* Computed; division by zero, and of INT_MIN by -1, is reported as in the program itself. */
RVL_FOR_CALLER div_t div(int n, int by) {
  return (div_t){n / by, n % by};
}

/* As div. */
RVL_FOR_CALLER ldiv_t ldiv(long n, long by) {
  return (ldiv_t){n / by, n % by};
}

/* As div. */
RVL_FOR_CALLER lldiv_t lldiv(long long n, long long by) {
  return (lldiv_t){n / by, n % by};
}

/* As div. */
RVL_FOR_CALLER imaxdiv_t imaxdiv(intmax_t n, intmax_t by) {
  return (imaxdiv_t){n / by, n % by};
}

/* An input between 0 and RAND_MAX. */
int rand(void) {
  return (int)__rvl_input(31, "rand");
}

/* No effect: rand is an input. */
void srand(unsigned seed) {
  (void)seed;
}

/* An input between 0 and RAND_MAX; the caller's seed is read and written by ordinary accesses. */
int rand_r(unsigned *seed) {
  *seed = *seed * 1103515245u + 12345u;
  return (int)__rvl_input(31, "rand_r");
}

/* An input between 0 and RAND_MAX. */
long random(void) {
  return (long)__rvl_input(31, "random");
}

/* No effect: random is an input. */
void srandom(unsigned seed) {
  (void)seed;
}

/* No effect: random is an input. */
char *initstate(unsigned seed, char *state, size_t size) {
  (void)seed, (void)size;
  return state;
}

/* No effect: random is an input. */
char *setstate(char *state) {
  return state;
}

/* Represents the state that drand48, lrand48, mrand48 and srand48 share without a lock. */
static RVL_CALLERS int drand48_state;

/* An input of 48 bits as a fraction of 1. */
double drand48(void) {
  drand48_state = 0;
  return (double)__rvl_input(48, "drand48") * 0x1p-48;
}

/* As drand48; the caller's state is written by ordinary accesses. */
double erand48(unsigned short state[3]) {
  unsigned long long bits = __rvl_input(48, "erand48");
  for (int at = 0; at < 3; at++) state[at] = (unsigned short)(bits >> 16 * at);
  return (double)bits * 0x1p-48;
}

/* An input of 31 bits. */
long lrand48(void) {
  drand48_state = 0;
  return (long)__rvl_input(31, "lrand48");
}

/* An input of 31 bits; the caller's state is written by ordinary accesses. */
long nrand48(unsigned short state[3]) {
  unsigned long long bits = __rvl_input(48, "nrand48");
  for (int at = 0; at < 3; at++) state[at] = (unsigned short)(bits >> 16 * at);
  return (long)(bits >> 17);
}

/* An input of 32 bits with sign. */
long mrand48(void) {
  drand48_state = 0;
  return (int)__rvl_input(32, "mrand48");
}

/* An input of 32 bits with sign; the caller's state is written by ordinary accesses. */
long jrand48(unsigned short state[3]) {
  unsigned long long bits = __rvl_input(48, "jrand48");
  for (int at = 0; at < 3; at++) state[at] = (unsigned short)(bits >> 16 * at);
  return (int)(bits >> 16);
}

/* No effect but on the shared state: drand48 is an input. */
void srand48(long seed) {
  drand48_state = 0;
  (void)seed;
}
