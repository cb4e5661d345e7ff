// The named atomic types, their initialisers, atomic_is_lock_free and the lock-free macros; kill_dependency.
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static atomic_int fixed = ATOMIC_VAR_INIT(-4);
static atomic_uint zero;
static _Atomic(int) array[3] = {1, 2, 3};

#define EVERY(name, value)                                  \
  do {                                                      \
    name x;                                                 \
    atomic_init(&x, value);                                 \
    atomic_fetch_add(&x, 1);                                \
    printf(#name ": %lld, lock-free %d\n", (long long)atomic_load(&x), !!atomic_is_lock_free(&x)); \
  } while (0)

int main(void) {
  EVERY(atomic_char, 1);
  EVERY(atomic_schar, -3);
  EVERY(atomic_uchar, 255);
  EVERY(atomic_short, -2);
  EVERY(atomic_ushort, 65535);
  EVERY(atomic_int, -1);
  EVERY(atomic_uint, 7);
  EVERY(atomic_long, -9);
  EVERY(atomic_ulong, 8);
  EVERY(atomic_int_least8_t, 126);
  EVERY(atomic_uint_least16_t, 65534);
  EVERY(atomic_int_fast32_t, 5);
  EVERY(atomic_uint_least64_t, 4294967295u);
  EVERY(atomic_size_t, 10);
  EVERY(atomic_ptrdiff_t, -11);
  EVERY(atomic_intptr_t, -12);
  EVERY(atomic_uintmax_t, 13);
  atomic_bool flag = 0;
  printf("bool: %d", atomic_exchange(&flag, 5));
  printf(" %d\n", atomic_load(&flag));
  atomic_wchar_t wide = L'a';
  printf("wchar_t: %d\n", (int)atomic_load(&wide));
  printf("static: %d %u %d\n", fixed, zero, array[0] + array[1] + array[2]);
  printf("always lock-free: %d %d %d %d\n", ATOMIC_BOOL_LOCK_FREE, ATOMIC_CHAR_LOCK_FREE, ATOMIC_INT_LOCK_FREE, ATOMIC_POINTER_LOCK_FREE);
  printf("%d\n", kill_dependency(atomic_load_explicit(&fixed, memory_order_consume)));
  return 0;
}
