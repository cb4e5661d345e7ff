// GNU __atomic_compare_exchange_n and the generic (by address) forms of load, store, exchange and compare_exchange, for integers of
// every width, pointers, and floating values compared by their bytes.
#include <stdint.h>
#include <stdio.h>

#define SC __ATOMIC_SEQ_CST

#define EVERY(type, a, b, c)                                                                                       \
  do {                                                                                                             \
    type x = a, expected = b, wanted = c, out;                                                                     \
    printf(#type ":");                                                                                             \
    printf(" %d", __atomic_compare_exchange_n(&x, &expected, c, 0, SC, SC));                                       \
    printf(" %d", expected == (type)a && x == (type)a);                                                            \
    printf(" %d", __atomic_compare_exchange_n(&x, &expected, c, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));           \
    printf(" %d", expected == (type)a && x == (type)c);                                                            \
    expected = c, wanted = b;                                                                                      \
    while (!__atomic_compare_exchange(&x, &expected, &wanted, 1, SC, __ATOMIC_ACQUIRE) && expected == (type)c) {} \
    printf(" %d", x == (type)b);                                                                                   \
    printf(" %d", __atomic_compare_exchange(&x, &expected, &wanted, 0, SC, SC));                                   \
    printf(" %d", expected == (type)b);                                                                            \
    wanted = a;                                                                                                    \
    __atomic_exchange(&x, &wanted, &out, SC);                                                                      \
    printf(" %d", out == (type)b && x == (type)a);                                                                 \
    __atomic_store(&x, &out, __ATOMIC_RELEASE);                                                                    \
    __atomic_load(&x, &wanted, __ATOMIC_ACQUIRE);                                                                  \
    printf(" %d\n", wanted == (type)b);                                                                            \
  } while (0)

int main(void) {
  static int cells[3];
  EVERY(int8_t, -1, 1, 7);
  EVERY(uint8_t, 255, 0, 128);
  EVERY(int16_t, -300, 300, 1);
  EVERY(uint16_t, 65535, 255, 256);
  EVERY(int32_t, -70000, 70000, 0);
  EVERY(uint32_t, 4294967295u, 65535, 1);
  EVERY(int64_t, -5000000000, 5000000000, 705032704);
  EVERY(uint64_t, 18446744073709551615u, 4294967295u, 0);
  typedef int *pointer;
  EVERY(pointer, &cells[0], &cells[1], &cells[2]);

  float f = 1.5f, f_expected = 1.5f, f_wanted = -2.25f;
  printf("float: %d", __atomic_compare_exchange(&f, &f_expected, &f_wanted, 0, SC, SC));
  printf(" %g\n", f);
  double zero = 0.0, minus = -0.0, one = 1;
  printf("double: -0.0 is not 0.0 bytewise: %d\n", __atomic_compare_exchange(&zero, &minus, &one, 0, SC, SC));
  return 0;
}
