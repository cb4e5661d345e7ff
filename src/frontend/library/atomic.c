/* The library calls clang makes of atomic operations it has no instruction for: objects of odd or large size, and 16 bytes. Each is
 * one section with the happens-before edges of its memory order, under the object's address.
 *
 * The object is read and written as a whole; the caller's own buffers (expected, desired, result) are accessed in the same step.
 * The names are clang's own, so they are given to the functions behind its back, by asm labels.
 */
#include "internal.h"
#include <stdbool.h>

static bool acquires(int order) {
  return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
}

static bool releases(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

static void enter(const volatile void *object, int order) {
  __rvl_atomic_begin();
  if (acquires(order)) __rvl_acquire((const void *)object, 0);
}

static void leave(const volatile void *object, int order) {
  if (releases(order)) __rvl_release((const void *)object, 0);
  __rvl_atomic_end();
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

/* Reads the object as a whole: one step. */
void generic_load(size_t size, void *object, void *result, int order) {
  enter(object, order);
  __rvl_copy(result, object, size);
  __rvl_atomic_end();
}

/* Writes the object as a whole: one step. */
void generic_store(size_t size, void *object, void *desired, int order) {
  __rvl_atomic_begin();
  __rvl_copy(object, desired, size);
  leave(object, order);
}

/* Reads and writes the object as a whole: one step. */
void generic_exchange(size_t size, void *object, void *desired, void *result, int order) {
  unsigned char replacement[size ? size : 1]; /* result may be desired */
  __rvl_copy(replacement, desired, size);
  enter(object, order);
  __rvl_copy(result, object, size);
  __rvl_copy(object, replacement, size);
  leave(object, order);
}

/* Compares the object and writes it, or else expected: one step. */
bool generic_compare_exchange(size_t size, void *object, void *expected, void *desired, int order, int failure) {
  __rvl_atomic_begin();
  bool same = is_same(object, expected, size);
  if (acquires(same ? order : failure)) __rvl_acquire(object, 0);
  if (same) {
    __rvl_copy(object, desired, size);
    if (releases(order)) __rvl_release(object, 0);
  } else {
    __rvl_copy(expected, object, size);
  }
  __rvl_atomic_end();
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
  enter(object, order);
  wide value = *object;
  __rvl_atomic_end();
  return value;
}

/* Writes 16 bytes: one step. */
void store_16(volatile wide *object, wide value, int order) {
  __rvl_atomic_begin();
  *object = value;
  leave(object, order);
}

static wide swap(volatile wide *object, wide expected, wide desired, int order, int failure) {
  __rvl_atomic_begin();
  wide old = *object;
  int actual = old == expected ? order : failure;
  if (acquires(actual)) __rvl_acquire((const void *)object, 0);
  if (old == expected) *object = desired;
  if (old == expected && releases(order)) __rvl_release((const void *)object, 0);
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

/* Reads, computes and writes 16 bytes: one step; gives the old value (fetch_*) or the new one. */
#define UPDATE(label, name, computed, given)                      \
  wide name(volatile wide *object, wide value, int order) __asm__(label); \
  wide name(volatile wide *object, wide value, int order) {       \
    enter(object, order);                                         \
    wide old = *object, new = computed;                           \
    *object = new;                                                \
    leave(object, order);                                         \
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

/* As __atomic_fetch_add_16 and its kin, sequentially consistent. */
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
