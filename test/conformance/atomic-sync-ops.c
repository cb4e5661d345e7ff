// The older __sync_ builtins on width 1, 2, 4 and 8: fetch_and_OP (old value), OP_and_fetch (new value), bool and val
// compare_and_swap, lock_test_and_set, lock_release.
#include <stdint.h>
#include <stdio.h>

#ifdef __clang__
#pragma clang diagnostic ignored "-Wsync-fetch-and-nand-semantics-changed"
#endif

#define EVERY(type)                                                                \
  do {                                                                             \
    type x = 50;                                                                   \
    printf(#type ":");                                                             \
    printf(" %lld", (long long)__sync_fetch_and_add(&x, 4));                       \
    printf(" %lld", (long long)__sync_add_and_fetch(&x, 4));                       \
    printf(" %lld", (long long)__sync_fetch_and_sub(&x, 60));                      \
    printf(" %lld", (long long)__sync_sub_and_fetch(&x, 1));                       \
    printf(" %lld", (long long)__sync_fetch_and_and(&x, 0x7e));                    \
    printf(" %lld", (long long)__sync_and_and_fetch(&x, 0x5c));                    \
    printf(" %lld", (long long)__sync_fetch_and_or(&x, 0x23));                     \
    printf(" %lld", (long long)__sync_or_and_fetch(&x, 0x01));                     \
    printf(" %lld", (long long)__sync_fetch_and_xor(&x, 0x18));                    \
    printf(" %lld", (long long)__sync_xor_and_fetch(&x, 0x42));                    \
    printf(" %lld", (long long)__sync_fetch_and_nand(&x, 0x0e));                   \
    printf(" %lld", (long long)__sync_nand_and_fetch(&x, 0x5a));                   \
    x = 9;                                                                         \
    printf(" swap %d", __sync_bool_compare_and_swap(&x, 8, 1));                    \
    printf(" %d", __sync_bool_compare_and_swap(&x, 9, 1));                         \
    printf(" %lld", (long long)__sync_val_compare_and_swap(&x, 1, 2));             \
    printf(" %lld", (long long)__sync_val_compare_and_swap(&x, 1, 3));             \
    printf(" lock %lld", (long long)__sync_lock_test_and_set(&x, 1));              \
    printf(" %lld", (long long)x);                                                 \
    __sync_lock_release(&x);                                                       \
    printf(" %lld\n", (long long)x);                                               \
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
