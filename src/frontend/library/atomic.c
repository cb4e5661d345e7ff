/* The functions that clang calls for atomic operations without an instruction: objects of odd or large size, and 16 bytes. Each is one
 * section, in which the object is read and written as a whole by atomic accesses of the caller, with the requested order.
 *
 * The caller's own buffers (expected, desired, result) are accessed before and after the section, by ordinary accesses.
 * Clang does not allow definitions with these names, so that asm labels give them to the functions.
 */
#include "internal.h"
#include <stdbool.h>

static void enter(int how, int order) {
  __rvl_atomic_begin();
  __rvl_access_as(how, order);
}

static bool is_same(const unsigned char *left, const unsigned char *right, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (left[i] != right[i]) return false;
  return true;
}

void generic_load(size_t size, void *object, void *result, int order) __asm__("__atomic_load");
void generic_store(size_t size, void *object, void *desired, int order) __asm__("__atomic_store");
void generic_exchange(size_t size, void *object, void *desired, void *result, int order) __asm__("__atomic_exchange");
bool generic_compare_exchange(size_t size, void *object, void *expected, void *desired, int order, int failure) __asm__("__atomic_compare_exchange");
bool is_lock_free(size_t size, const volatile void *object) __asm__("__atomic_is_lock_free");

/* Room for a copy of an object; larger objects are not supported. */
#define COPY(name) unsigned char name[size ? size : 1]

/* Reads the object as a whole in one step, then writes the result. */
void generic_load(size_t size, void *object, void *result, int order) {
  COPY(value);
  enter(RVL_ATOMIC, order);
  __rvl_copy(value, object, size);
  __rvl_atomic_end();
  __rvl_move(result, value, size);
}

/* Reads the new value, then writes the object as a whole in one step. */
void generic_store(size_t size, void *object, void *desired, int order) {
  COPY(value);
  __rvl_move(value, desired, size);
  enter(RVL_ATOMIC, order);
  __rvl_copy(object, value, size);
  __rvl_atomic_end();
}

/* Reads and writes the object as a whole: one step, after the new value was read and before the result is written. */
void generic_exchange(size_t size, void *object, void *desired, void *result, int order) {
  COPY(value);
  COPY(old);
  __rvl_move(value, desired, size);
  enter(RVL_UPDATE, order);
  __rvl_copy(old, object, size);
  __rvl_copy(object, value, size);
  __rvl_atomic_end();
  __rvl_move(result, old, size);
}

/* Compares the object and writes it: one step, after both values were read. Then writes expected if they differ. */
bool generic_compare_exchange(size_t size, void *object, void *expected, void *desired, int order, int failure) {
  COPY(before);
  COPY(value);
  COPY(old);
  __rvl_move(before, expected, size);
  __rvl_move(value, desired, size);
  __rvl_atomic_begin();
  __rvl_copy(old, object, size); /* which order it has is not known before */
  bool same = is_same(old, before, size);
  if (same) {
    __rvl_access_as(RVL_UPDATE, order);
    __rvl_copy(old, object, size);
    __rvl_copy(object, value, size);
    __rvl_access_as(RVL_LIBRARY, 0);
  } else {
    __rvl_access_as(RVL_ATOMIC, failure);
    __rvl_copy(old, object, size);
    __rvl_access_as(RVL_LIBRARY, 0);
  }
  __rvl_atomic_end();
  if (!same) __rvl_move(expected, old, size);
  return same;
}

/* True for the sizes that have instructions. */
bool is_lock_free(size_t size, const volatile void *object) {
  (void)object;
  return size == 1 || size == 2 || size == 4 || size == 8;
}

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 wide;

wide load_16(const volatile wide *object, int order) __asm__("__atomic_load_16");
void store_16(volatile wide *object, wide value, int order) __asm__("__atomic_store_16");
bool compare_exchange_16(volatile wide *object, wide *expected, wide desired, int order, int failure) __asm__("__atomic_compare_exchange_16");
bool bool_swap_16(volatile wide *object, wide expected, wide desired) __asm__("__sync_bool_compare_and_swap_16");
wide value_swap_16(volatile wide *object, wide expected, wide desired) __asm__("__sync_val_compare_and_swap_16");

/* Reads 16 bytes: one step. */
wide load_16(const volatile wide *object, int order) {
  enter(RVL_ATOMIC, order);
  wide value = *object;
  __rvl_atomic_end();
  return value;
}

/* Writes 16 bytes: one step. */
void store_16(volatile wide *object, wide value, int order) {
  enter(RVL_ATOMIC, order);
  *object = value;
  __rvl_atomic_end();
}

static wide swap(volatile wide *object, wide expected, wide desired, int order, int failure) {
  __rvl_atomic_begin();
  wide old = *object; /* which order it has is not known before */
  if (old == expected) {
    __rvl_access_as(RVL_UPDATE, order);
    old = *object;
    *object = desired;
    __rvl_access_as(RVL_LIBRARY, 0);
  } else {
    __rvl_access_as(RVL_ATOMIC, failure);
    old = *object;
    __rvl_access_as(RVL_LIBRARY, 0);
  }
  __rvl_atomic_end();
  return old;
}

/* Compares and writes 16 bytes: one step. */
bool compare_exchange_16(volatile wide *object, wide *expected, wide desired, int order, int failure) {
  wide before = *expected, old = swap(object, before, desired, order, failure);
  if (old != before) *expected = old;
  return old == before;
}

/* As __atomic_compare_exchange_16. */
bool bool_swap_16(volatile wide *object, wide expected, wide desired) {
  return swap(object, expected, desired, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST) == expected;
}

/* As __atomic_compare_exchange_16, with the old value. */
wide value_swap_16(volatile wide *object, wide expected, wide desired) {
  return swap(object, expected, desired, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/* Reads, computes and writes 16 bytes: one step; returns the old value (fetch_*) or the new one. */
#define UPDATE(label, name, computed, given)                      \
  wide name(volatile wide *object, wide value, int order) __asm__(label); \
  wide name(volatile wide *object, wide value, int order) {       \
    enter(RVL_UPDATE, order);                                     \
    wide old = *object, new = computed;                           \
    *object = new;                                                \
    __rvl_atomic_end();                                           \
    return (void)old, given;                                      \
  }
UPDATE("__atomic_exchange_16", exchange_16, value, old)
UPDATE("__atomic_fetch_add_16", fetch_add_16, old + value, old)
UPDATE("__atomic_fetch_sub_16", fetch_sub_16, old - value, old)
UPDATE("__atomic_fetch_and_16", fetch_and_16, old & value, old)
UPDATE("__atomic_fetch_or_16", fetch_or_16, old | value, old)
UPDATE("__atomic_fetch_xor_16", fetch_xor_16, old ^ value, old)
UPDATE("__atomic_fetch_nand_16", fetch_nand_16, ~(old & value), old)
UPDATE("__atomic_add_fetch_16", add_fetch_16, old + value, new)
UPDATE("__atomic_sub_fetch_16", sub_fetch_16, old - value, new)
UPDATE("__atomic_and_fetch_16", and_fetch_16, old & value, new)
UPDATE("__atomic_or_fetch_16", or_fetch_16, old | value, new)
UPDATE("__atomic_xor_fetch_16", xor_fetch_16, old ^ value, new)
UPDATE("__atomic_nand_fetch_16", nand_fetch_16, ~(old & value), new)

/* As __atomic_fetch_add_16 and the others, sequentially consistent. */
#define SYNC_UPDATE(label, name, update)                            \
  wide name(volatile wide *object, wide value) __asm__(label);      \
  wide name(volatile wide *object, wide value) { return update(object, value, __ATOMIC_SEQ_CST); }
SYNC_UPDATE("__sync_lock_test_and_set_16", sync_exchange_16, exchange_16)
SYNC_UPDATE("__sync_fetch_and_add_16", sync_fetch_add_16, fetch_add_16)
SYNC_UPDATE("__sync_fetch_and_sub_16", sync_fetch_sub_16, fetch_sub_16)
SYNC_UPDATE("__sync_fetch_and_and_16", sync_fetch_and_16, fetch_and_16)
SYNC_UPDATE("__sync_fetch_and_or_16", sync_fetch_or_16, fetch_or_16)
SYNC_UPDATE("__sync_fetch_and_xor_16", sync_fetch_xor_16, fetch_xor_16)
#endif
