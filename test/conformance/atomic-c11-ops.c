// <stdatomic.h> generic functions on integers of width 1, 2, 4 and 8, signed and unsigned: init, load, store, exchange, and
// fetch_{add,sub,or,and,xor} return the old value and leave the new one; arithmetic wraps.
#include <stdatomic.h>
#include <stdio.h>

#define STEP(op, expression)                                             \
  do {                                                                   \
    long long old = (long long)(expression), now = (long long)atomic_load(&x); \
    printf("  %-8s %lld -> %lld\n", op, old, now);                       \
  } while (0)

#define EVERY(type, least, greatest)                                                   \
  do {                                                                                 \
    printf(#type "\n");                                                                \
    _Atomic type x;                                                                    \
    atomic_init(&x, 12);                                                               \
    STEP("init", atomic_load_explicit(&x, memory_order_acquire));                      \
    STEP("exchange", atomic_exchange(&x, 100));                                        \
    STEP("add", atomic_fetch_add(&x, 5));                                              \
    STEP("sub", atomic_fetch_sub(&x, 7));                                              \
    STEP("or", atomic_fetch_or(&x, 0x0d));                                             \
    STEP("and", atomic_fetch_and(&x, 0x3c));                                           \
    STEP("xor", atomic_fetch_xor(&x, 0x55));                                           \
    atomic_store(&x, greatest);                                                        \
    STEP("wrap", atomic_fetch_add_explicit(&x, 1, memory_order_relaxed));              \
    STEP("back", atomic_fetch_sub_explicit(&x, 1, memory_order_acq_rel));              \
    atomic_store_explicit(&x, least, memory_order_release);                            \
    STEP("wrap", atomic_fetch_sub_explicit(&x, 2, memory_order_seq_cst));              \
    STEP("all bits", atomic_exchange_explicit(&x, (type)-1, memory_order_relaxed));    \
    STEP("clear", atomic_fetch_xor_explicit(&x, (type)-1, memory_order_relaxed));      \
    STEP("or", atomic_fetch_or_explicit(&x, 64, memory_order_release));                \
    STEP("and", atomic_fetch_and_explicit(&x, 63, memory_order_acquire));              \
  } while (0)

int main(void) {
  EVERY(signed char, -128, 127);
  EVERY(unsigned char, 0, 255);
  EVERY(short, -32768, 32767);
  EVERY(unsigned short, 0, 65535);
  EVERY(int, -2147483647 - 1, 2147483647);
  EVERY(unsigned, 0, 4294967295u);
  EVERY(long long, -9223372036854775807 - 1, 9223372036854775807);
  EVERY(unsigned long long, 0, 18446744073709551615u);
  return 0;
}
