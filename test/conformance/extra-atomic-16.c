// lp64 only
// link: -latomic
// The library calls that stand for atomic operations on 16 bytes, and the question which sizes need none.
#include <stdbool.h>
#include <stdio.h>

typedef unsigned __int128 wide;
#define CALL(label, type, name, ...) extern type name(__VA_ARGS__) __asm__(label)
CALL("__atomic_load_16", wide, load, wide *, int);
CALL("__atomic_store_16", void, store, wide *, wide, int);
CALL("__atomic_exchange_16", wide, exchange, wide *, wide, int);
CALL("__atomic_compare_exchange_16", bool, compare_exchange, wide *, wide *, wide, int, int);
CALL("__atomic_fetch_add_16", wide, fetch_add, wide *, wide, int);
CALL("__atomic_fetch_sub_16", wide, fetch_sub, wide *, wide, int);
CALL("__atomic_fetch_and_16", wide, fetch_and, wide *, wide, int);
CALL("__atomic_fetch_or_16", wide, fetch_or, wide *, wide, int);
CALL("__atomic_fetch_xor_16", wide, fetch_xor, wide *, wide, int);
CALL("__atomic_fetch_nand_16", wide, fetch_nand, wide *, wide, int);
CALL("__atomic_add_fetch_16", wide, add_fetch, wide *, wide, int);
CALL("__atomic_sub_fetch_16", wide, sub_fetch, wide *, wide, int);
CALL("__atomic_and_fetch_16", wide, and_fetch, wide *, wide, int);
CALL("__atomic_or_fetch_16", wide, or_fetch, wide *, wide, int);
CALL("__atomic_xor_fetch_16", wide, xor_fetch, wide *, wide, int);
CALL("__atomic_nand_fetch_16", wide, nand_fetch, wide *, wide, int);
CALL("__atomic_is_lock_free", bool, is_lock_free, unsigned long, const volatile void *);

static _Alignas(16) wide object;
static const int order = __ATOMIC_SEQ_CST;

static wide both(unsigned long long high, unsigned long long low) { return (wide)high << 64 | low; }

static void show(const char *what, wide given) {
  printf("%s: %llx %llx, then %llx %llx\n", what, (unsigned long long)(given >> 64), (unsigned long long)given, (unsigned long long)(object >> 64), (unsigned long long)object);
}

int main(void) {
  store(&object, both(1, 2), order);
  show("store", 0);
  show("load", load(&object, order));
  show("exchange", exchange(&object, both(3, ~0ull), order));
  wide expected = both(3, ~0ull);
  show("equal", compare_exchange(&object, &expected, both(4, ~0ull), order, order));
  show("not equal", compare_exchange(&object, &expected, both(5, 0), order, order));
  show("expected", expected);
  show("fetch_add", fetch_add(&object, 1, order));
  show("add_fetch", add_fetch(&object, both(1, 1), order));
  show("fetch_sub", fetch_sub(&object, 2, order));
  show("sub_fetch", sub_fetch(&object, both(1, 0), order));
  show("fetch_or", fetch_or(&object, both(8, 0), order));
  show("or_fetch", or_fetch(&object, both(0x10, 1), order));
  show("fetch_and", fetch_and(&object, both(0xff, 0xff), order));
  show("and_fetch", and_fetch(&object, both(0x1f, 0xf), order));
  show("fetch_xor", fetch_xor(&object, both(1, 1), order));
  show("xor_fetch", xor_fetch(&object, both(3, 3), order));
  show("fetch_nand", fetch_nand(&object, both(0xf, 0xf), order));
  show("nand_fetch", nand_fetch(&object, both(0xff, 0xff), order));
  printf("lock-free: %d %d %d %d\n", is_lock_free(1, 0), is_lock_free(4, 0), is_lock_free(8, 0), is_lock_free(24, 0));
  return 0;
}
