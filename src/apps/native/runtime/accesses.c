/* The functions that instrumented code calls: before every access, and instead of every atomic operation. */
#include "runtime.h"
#include <string.h>

#define PLAIN(size)                                                                                                 \
  void __tsan_read##size(void *p) { ravel_access(OP_LOAD, p, size, SITE); }                                         \
  void __tsan_write##size(void *p) { ravel_access(OP_STORE, p, size, SITE); }                                       \
  void __tsan_unaligned_read##size(void *p) { ravel_access(OP_LOAD, p, size, SITE); }                               \
  void __tsan_unaligned_write##size(void *p) { ravel_access(OP_STORE, p, size, SITE); }                             \
  void __tsan_volatile_read##size(void *p) { ravel_access(OP_LOAD, p, size, SITE); }                                \
  void __tsan_volatile_write##size(void *p) { ravel_access(OP_STORE, p, size, SITE); }
PLAIN(1)
PLAIN(2)
PLAIN(4)
PLAIN(8)
PLAIN(16)

void __tsan_read_range(void *p, unsigned long size) { ravel_access(OP_LOAD, p, (long)size, SITE); }
void __tsan_write_range(void *p, unsigned long size) { ravel_access(OP_STORE, p, (long)size, SITE); }
void __tsan_init(void) {}
void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void) {}
void __tsan_atomic_thread_fence(int order) { (void)order; ravel_access(OP_FENCE, NULL, 0, SITE); }
void __tsan_atomic_signal_fence(int order) { (void)order; }

/* Instead of the entry and exit of functions that are atomic by their name. */
void ravel_section_entry(void *caller) { (void)caller; ravel_section(1, SITE); }
void ravel_section_exit(void) { ravel_section(-1, SITE); }
void __VERIFIER_atomic_begin(void) { ravel_section(1, SITE); }
void __VERIFIER_atomic_end(void) { ravel_section(-1, SITE); }

#define UPDATE(bits, type, name, expression)                                                                        \
  type __tsan_atomic##bits##_##name(volatile type *p, type v, int order) {                                          \
    (void)order;                                                                                                    \
    ravel_access(OP_UPDATE, (void *)p, bits / 8, SITE);                                                             \
    type old = *p;                                                                                                  \
    *p = expression;                                                                                                \
    return old;                                                                                                     \
  }
#define EXCHANGE(bits, type, name, is_weak)                                                                         \
  int __tsan_atomic##bits##_compare_exchange_##name(volatile type *p, type *expected, type v, int order, int other) { \
    (void)order, (void)other;                                                                                       \
    int fails = is_weak && ravel_next_is_spurious();                                                                \
    ravel_access(OP_UPDATE, (void *)p, bits / 8, SITE);                                                             \
    type old = *p;                                                                                                  \
    if (old == *expected && !fails) {                                                                               \
      *p = v;                                                                                                       \
      return 1;                                                                                                     \
    }                                                                                                               \
    *expected = old;                                                                                                \
    return 0;                                                                                                       \
  }
#define ATOMIC(bits, type)                                                                                          \
  type __tsan_atomic##bits##_load(const volatile type *p, int order) {                                              \
    (void)order;                                                                                                    \
    ravel_access(OP_LOAD, (void *)p, bits / 8, SITE);                                                               \
    return *p;                                                                                                      \
  }                                                                                                                 \
  void __tsan_atomic##bits##_store(volatile type *p, type v, int order) {                                           \
    (void)order;                                                                                                    \
    ravel_access(OP_STORE, (void *)p, bits / 8, SITE);                                                              \
    *p = v;                                                                                                         \
  }                                                                                                                 \
  UPDATE(bits, type, exchange, v)                                                                                   \
  UPDATE(bits, type, fetch_add, old + v)                                                                            \
  UPDATE(bits, type, fetch_sub, old - v)                                                                            \
  UPDATE(bits, type, fetch_and, old & v)                                                                            \
  UPDATE(bits, type, fetch_or, old | v)                                                                             \
  UPDATE(bits, type, fetch_xor, old ^ v)                                                                            \
  UPDATE(bits, type, fetch_nand, ~(old & v))                                                                        \
  EXCHANGE(bits, type, strong, 0)                                                                                   \
  EXCHANGE(bits, type, weak, 1)                                                                                     \
  type __tsan_atomic##bits##_compare_exchange_val(volatile type *p, type expected, type v, int order, int other) {  \
    (void)order, (void)other;                                                                                       \
    ravel_access(OP_UPDATE, (void *)p, bits / 8, SITE);                                                             \
    type old = *p;                                                                                                  \
    if (old == expected) *p = v;                                                                                    \
    return old;                                                                                                     \
  }
ATOMIC(8, unsigned char)
ATOMIC(16, unsigned short)
ATOMIC(32, unsigned)
ATOMIC(64, unsigned long)
#ifdef __SIZEOF_INT128__
ATOMIC(128, unsigned __int128)
#endif
