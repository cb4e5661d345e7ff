// lp64 only
// expect: 5 0
// expect: 6 1
// expect: 1 6
// expect: 7 6
// expect: 9 7
// expect: 4 9
// expect: 7 4
// expect: 3 7
// expect: 6 3
// The older names of atomic operations on 16 bytes, which no C library has as functions.
#include <stdbool.h>
#include <stdio.h>

typedef unsigned __int128 wide;
#define CALL(label, type, name, ...) extern type name(__VA_ARGS__) __asm__(label)
CALL("__sync_lock_test_and_set_16", wide, test_and_set, wide *, wide);
CALL("__sync_bool_compare_and_swap_16", bool, bool_swap, wide *, wide, wide);
CALL("__sync_val_compare_and_swap_16", wide, val_swap, wide *, wide, wide);
CALL("__sync_fetch_and_add_16", wide, fetch_and_add, wide *, wide);
CALL("__sync_fetch_and_sub_16", wide, fetch_and_sub, wide *, wide);
CALL("__sync_fetch_and_and_16", wide, fetch_and_and, wide *, wide);
CALL("__sync_fetch_and_or_16", wide, fetch_and_or, wide *, wide);
CALL("__sync_fetch_and_xor_16", wide, fetch_and_xor, wide *, wide);

static wide object;

/* The low half of what is there now, and of what came back. */
static void show(wide given) { printf("%d %d\n", (int)object, (int)given); }

int main(void) {
  show(test_and_set(&object, 5));
  show(bool_swap(&object, 5, 6));
  wide old = val_swap(&object, 6, 1);
  show(old);
  object = 6;
  show(fetch_and_add(&object, 1));
  show(fetch_and_add(&object, 2));
  show(fetch_and_sub(&object, 5));
  show(fetch_and_or(&object, 3));
  show(fetch_and_and(&object, 3));
  show(fetch_and_xor(&object, 5));
  return 0;
}
