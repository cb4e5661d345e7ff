// The atomic instructions of x86, in the forms people write them: registers, fixed registers, immediate numbers, flags; all sizes that both
// data models have. Their results and the memory afterwards are as on the processor.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define DEFINE(T, name, s)                                                                                                    \
  static T exchange_##name(T *p, T v) {                                                                                       \
    __asm__ volatile("xchg" s " %0, %1" : "+q"(v), "+m"(*p) : : "memory");                                                    \
    return v;                                                                                                                 \
  }                                                                                                                           \
  static T exchanged_##name(T *p, T v) { /* memory first, and a result that is not what was given */                          \
    T old;                                                                                                                    \
    __asm__ volatile("lock; xchg" s " %1, %0" : "=q"(old), "+m"(*p) : "0"(v));                                                \
    return old;                                                                                                               \
  }                                                                                                                           \
  static T add_##name(T *p, T v) {                                                                                            \
    __asm__ volatile("lock; xadd" s " %0, %1" : "+q"(v), "+m"(*p) : : "memory", "cc");                                        \
    return v;                                                                                                                 \
  }                                                                                                                           \
  static T compare_##name(T *p, T expected, T v) {                                                                            \
    __asm__ volatile("lock; cmpxchg" s " %2, %1" : "+a"(expected), "+m"(*p) : "q"(v) : "memory");                             \
    return expected;                                                                                                          \
  }                                                                                                                           \
  static bool compare_flag_##name(T *p, T *expected, T v) {                                                                   \
    bool zero;                                                                                                                \
    __asm__ volatile("lock cmpxchg" s " %3, %0" : "+m"(*p), "=@ccz"(zero), "+a"(*expected) : "q"(v) : "memory", "cc");        \
    return zero;                                                                                                              \
  }                                                                                                                           \
  static bool compare_set_##name(T *p, T expected, T v) { /* one register for what goes in and what comes out */              \
    bool zero;                                                                                                                \
    __asm__ volatile("lock cmpxchg" s " %2, %0; setz %1" : "+m"(*p), "=a"(zero) : "q"(v), "a"(expected) : "memory", "cc");    \
    return zero;                                                                                                              \
  }                                                                                                                           \
  static T load_##name(const T *p) {                                                                                          \
    T v;                                                                                                                      \
    __asm__ volatile("mov" s " %1, %0" : "=q"(v) : "m"(*p) : "memory");                                                       \
    return v;                                                                                                                 \
  }                                                                                                                           \
  static void store_##name(T *p, T v) { __asm__ volatile("mov" s " %1, %0" : "=m"(*p) : "q"(v) : "memory"); }                 \
  static bool update_##name(T *p, T v, int which) {                                                                           \
    bool zero = false;                                                                                                        \
    if (which == 0) __asm__ volatile("lock; add" s " %2, %0; sete %1" : "+m"(*p), "=q"(zero) : "q"(v) : "memory", "cc");      \
    if (which == 1) __asm__ volatile("lock; sub" s " %2, %0; setne %1" : "+m"(*p), "=q"(zero) : "q"(v) : "memory", "cc");     \
    if (which == 2) __asm__ volatile("lock; and" s " %2, %0; setz %b1" : "+m"(*p), "=q"(zero) : "q"(v) : "memory", "cc");     \
    if (which == 3) __asm__ volatile("lock; or" s " %2, %0; setnz %1" : "+m"(*p), "=q"(zero) : "q"(v) : "memory", "cc");      \
    if (which == 4) __asm__ volatile("lock; xor" s " %2, %0; setz %1" : "+m"(*p), "=q"(zero) : "q"(v) : "memory", "cc");      \
    if (which == 5) __asm__ volatile("lock; inc" s " %0; setz %1" : "+m"(*p), "=q"(zero) : : "memory", "cc");                 \
    if (which == 6) __asm__ volatile("lock\n\tdec" s " %0\n\tsetnz %1" : "+m"(*p), "=q"(zero) : : "memory", "cc");            \
    if (which == 7) __asm__ volatile("lock; add" s " $-3, %0" : "+m"(*p) : : "memory", "cc");                                 \
    if (which == 8) __asm__ volatile("lock; and" s " $0x0f, %0" : "=m"(*p) : "m"(*p) : "memory", "cc");                       \
    return zero;                                                                                                              \
  }                                                                                                                           \
  static void all_##name(void) {                                                                                              \
    T x = (T)-2, expected = 9;                                                                                                \
    long long results[] = {exchange_##name(&x, 5), exchanged_##name(&x, 7), add_##name(&x, (T)-3), compare_##name(&x, 4, 9),  \
                           compare_##name(&x, 4, 10), x, compare_flag_##name(&x, &expected, 20), expected,                    \
                           compare_flag_##name(&x, &expected, 30), expected, compare_set_##name(&x, 20, 40),                  \
                           compare_set_##name(&x, 20, 50), load_##name(&x)};                                                  \
    printf(#name ":");                                                                                                        \
    for (unsigned i = 0; i < sizeof results / sizeof *results; i++) printf(" %lld", results[i]);                              \
    for (int which = 0; which < 9; which++) {                                                                                 \
      static const int operands[] = {0, 1, -1, 5, 64};                                                                        \
      for (unsigned i = 0; i < sizeof operands / sizeof *operands; i++) {                                                     \
        store_##name(&x, (T)(which < 2 || which > 4 ? operands[i] : 1));                                                                   \
        bool flag = update_##name(&x, (T)(which == 0 ? -operands[i] : operands[i]), which);                                   \
        printf(" %lld/%d", (long long)x, flag);                                                                               \
      }                                                                                                                       \
    }                                                                                                                         \
    printf("\n");                                                                                                             \
  }

DEFINE(int8_t, byte, "b")
DEFINE(uint16_t, word, "w")
DEFINE(int32_t, long, "l")
#if __SIZEOF_LONG__ == 8
DEFINE(long, size, "q")
#else
DEFINE(long, size, "l")
#endif

/* The address in a register, no size but that of the register, and no word about memory. */
static int test_and_set(volatile int *p) {
  int old = 1;
  __asm__ volatile("xchgl (%1), %0" : "+r"(old) : "r"(p));
  return old;
}

static void *swap(void **p, void *v) {
  __asm__ volatile("xchg %0, %1" : "+r"(v), "+m"(*p) : : "memory");
  return v;
}

static bool replace(void **p, void *expected, void *v) {
  void *old;
  __asm__ volatile("lock cmpxchg %2, %1" : "=a"(old), "+m"(*p) : "r"(v), "0"(expected) : "memory");
  return old == expected;
}

int main(void) {
  volatile int flag = 0;
  int one, two;
  void *at = &one;
  all_byte();
  all_word();
  all_long();
  all_size();
  printf("%d", test_and_set(&flag));
  printf(" %d\n", test_and_set(&flag));
  printf("%d", swap(&at, &two) == &one);
  printf(" %d", replace(&at, &one, NULL));
  printf(" %d", replace(&at, &two, &one));
  printf(" %d\n", at == &one);
  return 0;
}
