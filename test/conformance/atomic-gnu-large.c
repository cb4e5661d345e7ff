// link: -latomic
// Atomics of odd and large sizes (3, 12, 16, 24 bytes) through the generic __atomic_ forms: every byte moves, and comparison looks
// at every byte.
#include <stdio.h>
#include <string.h>

#ifdef __clang__
#pragma clang diagnostic ignored "-Watomic-alignment"
#endif

#define SC __ATOMIC_SEQ_CST

#define EVERY(size)                                                                            \
  do {                                                                                         \
    struct block {                                                                             \
      unsigned char bytes[size];                                                               \
    } shared, a, b, out, expected;                                                             \
    memset(&a, 'a', sizeof a);                                                                 \
    memset(&b, 'b', sizeof b);                                                                 \
    memset(&out, 0, sizeof out);                                                               \
    __atomic_store(&shared, &a, SC);                                                           \
    __atomic_load(&shared, &out, SC);                                                          \
    printf(#size " bytes: load %d", memcmp(&out, &a, size) == 0);                              \
    __atomic_exchange(&shared, &b, &out, SC);                                                  \
    printf(", exchange %d", memcmp(&out, &a, size) == 0 && memcmp(&shared, &b, size) == 0);    \
    expected = b;                                                                              \
    expected.bytes[size - 1] = 'x';                                                            \
    printf(", differs in the last byte %d", __atomic_compare_exchange(&shared, &expected, &a, 0, SC, SC)); \
    printf(", expected updated %d", memcmp(&expected, &b, size) == 0);                         \
    printf(", equal %d", __atomic_compare_exchange(&shared, &expected, &a, 0, SC, SC));        \
    printf(", stored %d\n", memcmp(&shared, &a, size) == 0);                                   \
  } while (0)

int main(void) {
  EVERY(1);
  EVERY(3);
  EVERY(7);
  EVERY(12);
  EVERY(16);
  EVERY(24);
  return 0;
}
