// GNU __atomic_ builtins on width 1, 2, 4 and 8: load_n, store_n, exchange_n, fetch_OP (old value) and OP_fetch (new value) for
// add, sub, and, or, xor, nand.
#include <stdint.h>
#include <stdio.h>

#define SC __ATOMIC_SEQ_CST

#define EVERY(type)                                                            \
  do {                                                                         \
    type x;                                                                    \
    printf(#type ":");                                                         \
    __atomic_store_n(&x, 90, __ATOMIC_RELEASE);                                \
    printf(" load %lld", (long long)__atomic_load_n(&x, __ATOMIC_ACQUIRE));    \
    printf(" exchange %lld", (long long)__atomic_exchange_n(&x, 77, SC));      \
    printf(" %lld", (long long)__atomic_fetch_add(&x, 9, SC));                 \
    printf(" %lld", (long long)__atomic_add_fetch(&x, 9, __ATOMIC_RELAXED));   \
    printf(" %lld", (long long)__atomic_fetch_sub(&x, 30, __ATOMIC_ACQ_REL));  \
    printf(" %lld", (long long)__atomic_sub_fetch(&x, 100, SC));               \
    printf(" %lld", (long long)__atomic_fetch_and(&x, 0x5b, SC));              \
    printf(" %lld", (long long)__atomic_and_fetch(&x, 0x3f, SC));              \
    printf(" %lld", (long long)__atomic_fetch_or(&x, 0x44, SC));               \
    printf(" %lld", (long long)__atomic_or_fetch(&x, 0x21, SC));               \
    printf(" %lld", (long long)__atomic_fetch_xor(&x, 0x0f, SC));              \
    printf(" %lld", (long long)__atomic_xor_fetch(&x, 0x70, SC));              \
    printf(" %lld", (long long)__atomic_fetch_nand(&x, 0x1c, SC));             \
    printf(" %lld", (long long)__atomic_nand_fetch(&x, 0x6a, __ATOMIC_RELEASE)); \
    printf(" end %lld\n", (long long)__atomic_load_n(&x, __ATOMIC_RELAXED));   \
  } while (0)

int main(void) {
  EVERY(int8_t);
  EVERY(uint8_t);
  EVERY(int16_t);
  EVERY(uint16_t);
  EVERY(int32_t);
  EVERY(uint32_t);
  EVERY(int64_t);
  EVERY(uint64_t);
  return 0;
}
