/* The compiler's header. Its operations require _Atomic objects; gcc's also accept others. Programs that rely on this are compiled with
 * __RVL_PLAIN_ATOMICS. */
#ifndef _STDATOMIC_H
#define _STDATOMIC_H

#include_next <stdatomic.h>

#ifdef __RVL_PLAIN_ATOMICS

/* The comma makes the object a value, which has no qualifiers and is not _Atomic. */
#define __rvl_atomic(object) ((_Atomic(__typeof__(((void)0, *(object)))) *)(object))

#undef atomic_init
#undef atomic_store
#undef atomic_store_explicit
#undef atomic_load
#undef atomic_load_explicit
#undef atomic_exchange
#undef atomic_exchange_explicit
#undef atomic_compare_exchange_strong
#undef atomic_compare_exchange_strong_explicit
#undef atomic_compare_exchange_weak
#undef atomic_compare_exchange_weak_explicit
#undef atomic_fetch_add
#undef atomic_fetch_add_explicit
#undef atomic_fetch_sub
#undef atomic_fetch_sub_explicit
#undef atomic_fetch_or
#undef atomic_fetch_or_explicit
#undef atomic_fetch_xor
#undef atomic_fetch_xor_explicit
#undef atomic_fetch_and
#undef atomic_fetch_and_explicit

#define atomic_init(object, value) __c11_atomic_init(__rvl_atomic(object), value)
#define atomic_store(object, value) __c11_atomic_store(__rvl_atomic(object), value, __ATOMIC_SEQ_CST)
#define atomic_store_explicit(object, ...) __c11_atomic_store(__rvl_atomic(object), __VA_ARGS__)
#define atomic_load(object) __c11_atomic_load(__rvl_atomic(object), __ATOMIC_SEQ_CST)
#define atomic_load_explicit(object, order) __c11_atomic_load(__rvl_atomic(object), order)
#define atomic_exchange(object, value) __c11_atomic_exchange(__rvl_atomic(object), value, __ATOMIC_SEQ_CST)
#define atomic_exchange_explicit(object, ...) __c11_atomic_exchange(__rvl_atomic(object), __VA_ARGS__)
#define atomic_compare_exchange_strong(object, expected, value) \
  __c11_atomic_compare_exchange_strong(__rvl_atomic(object), expected, value, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_strong_explicit(object, ...) __c11_atomic_compare_exchange_strong(__rvl_atomic(object), __VA_ARGS__)
#define atomic_compare_exchange_weak(object, expected, value) \
  __c11_atomic_compare_exchange_weak(__rvl_atomic(object), expected, value, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
#define atomic_compare_exchange_weak_explicit(object, ...) __c11_atomic_compare_exchange_weak(__rvl_atomic(object), __VA_ARGS__)
#define atomic_fetch_add(object, operand) __c11_atomic_fetch_add(__rvl_atomic(object), operand, __ATOMIC_SEQ_CST)
#define atomic_fetch_add_explicit(object, ...) __c11_atomic_fetch_add(__rvl_atomic(object), __VA_ARGS__)
#define atomic_fetch_sub(object, operand) __c11_atomic_fetch_sub(__rvl_atomic(object), operand, __ATOMIC_SEQ_CST)
#define atomic_fetch_sub_explicit(object, ...) __c11_atomic_fetch_sub(__rvl_atomic(object), __VA_ARGS__)
#define atomic_fetch_or(object, operand) __c11_atomic_fetch_or(__rvl_atomic(object), operand, __ATOMIC_SEQ_CST)
#define atomic_fetch_or_explicit(object, ...) __c11_atomic_fetch_or(__rvl_atomic(object), __VA_ARGS__)
#define atomic_fetch_xor(object, operand) __c11_atomic_fetch_xor(__rvl_atomic(object), operand, __ATOMIC_SEQ_CST)
#define atomic_fetch_xor_explicit(object, ...) __c11_atomic_fetch_xor(__rvl_atomic(object), __VA_ARGS__)
#define atomic_fetch_and(object, operand) __c11_atomic_fetch_and(__rvl_atomic(object), operand, __ATOMIC_SEQ_CST)
#define atomic_fetch_and_explicit(object, ...) __c11_atomic_fetch_and(__rvl_atomic(object), __VA_ARGS__)

#endif

#endif
