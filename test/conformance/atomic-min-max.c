// Atomic minimum and maximum: __atomic_fetch_min and __atomic_fetch_max where the compiler has them, else the same by
// compare-exchange; signed and unsigned comparison differ.
#include <stdint.h>
#include <stdio.h>

#define SC __ATOMIC_SEQ_CST

#if __has_builtin(__atomic_fetch_min) && __has_builtin(__atomic_fetch_max)
#define FETCH_MIN(p, v) __atomic_fetch_min(p, v, SC)
#define FETCH_MAX(p, v) __atomic_fetch_max(p, v, SC)
#else
#define FETCH(p, v, better)                                                                       \
  ({                                                                                              \
    __typeof__(*(p)) old_ = __atomic_load_n(p, SC), new_ = (v);                                   \
    while (!__atomic_compare_exchange_n(p, &old_, new_ better old_ ? new_ : old_, 0, SC, SC)) {}  \
    old_;                                                                                         \
  })
#define FETCH_MIN(p, v) FETCH(p, v, <)
#define FETCH_MAX(p, v) FETCH(p, v, >)
#endif

#define EVERY(type)                                              \
  do {                                                           \
    type x = 50;                                                 \
    printf(#type ":");                                           \
    printf(" %lld", (long long)FETCH_MIN(&x, 60));               \
    printf(" %lld", (long long)FETCH_MIN(&x, 40));               \
    printf(" %lld", (long long)FETCH_MAX(&x, 30));               \
    printf(" %lld", (long long)FETCH_MAX(&x, 70));               \
    printf(" %lld", (long long)FETCH_MAX(&x, (type)-3));         \
    printf(" %lld", (long long)FETCH_MIN(&x, (type)-5));         \
    printf(" %lld\n", (long long)x);                             \
  } while (0)

int main(void) {
  EVERY(int32_t);
  EVERY(uint32_t);
  EVERY(int64_t);
  EVERY(uint64_t);
  return 0;
}
