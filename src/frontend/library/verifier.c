/* The functions of verification tasks: inputs of every type, assume, assert, and errors. If a program defines some of them itself, its own
 * are used. Atomic sections (__VERIFIER_atomic_begin and _end, and other tools' names for them) are compiled in place.
 */
#include "internal.h"

#define INPUT(name, type) \
  type name(void) { return (type)__rvl_input(sizeof(type) * 8, #name); }
#define NARROW_INPUT(name, type, bits) \
  type name(void) { return (type)__rvl_input(bits, #name); }

/* Any value of the type. */
NARROW_INPUT(__VERIFIER_nondet_bool, _Bool, 1)
NARROW_INPUT(__VERIFIER_nondet__Bool, _Bool, 1)
INPUT(__VERIFIER_nondet_char, char)
INPUT(__VERIFIER_nondet_schar, signed char)
INPUT(__VERIFIER_nondet_uchar, unsigned char)
INPUT(__VERIFIER_nondet_unsigned_char, unsigned char)
INPUT(__VERIFIER_nondet_short, short)
INPUT(__VERIFIER_nondet_ushort, unsigned short)
INPUT(__VERIFIER_nondet_int, int)
INPUT(__VERIFIER_nondet_uint, unsigned)
INPUT(__VERIFIER_nondet_unsigned, unsigned)
INPUT(__VERIFIER_nondet_unsigned_int, unsigned)
INPUT(__VERIFIER_nondet_long, long)
INPUT(__VERIFIER_nondet_ulong, unsigned long)
INPUT(__VERIFIER_nondet_longlong, long long)
INPUT(__VERIFIER_nondet_ulonglong, unsigned long long)
INPUT(__VERIFIER_nondet_size_t, size_t)
INPUT(__VERIFIER_nondet_ssize_t, ptrdiff_t)
INPUT(__VERIFIER_nondet_loff_t, long long)
INPUT(__VERIFIER_nondet_sector_t, unsigned long long)
INPUT(__VERIFIER_nondet_pthread_t, unsigned long)
INPUT(__VERIFIER_nondet_s8, int8_t)
INPUT(__VERIFIER_nondet_s16, int16_t)
INPUT(__VERIFIER_nondet_s32, int32_t)
INPUT(__VERIFIER_nondet_s64, int64_t)
INPUT(__VERIFIER_nondet_S8, int8_t)
INPUT(__VERIFIER_nondet_S16, int16_t)
INPUT(__VERIFIER_nondet_S32, int32_t)
INPUT(__VERIFIER_nondet_S64, int64_t)
INPUT(__VERIFIER_nondet_u8, uint8_t)
INPUT(__VERIFIER_nondet_u16, uint16_t)
INPUT(__VERIFIER_nondet_u32, uint32_t)
INPUT(__VERIFIER_nondet_u64, uint64_t)
INPUT(__VERIFIER_nondet_U8, uint8_t)
INPUT(__VERIFIER_nondet_U16, uint16_t)
INPUT(__VERIFIER_nondet_U32, uint32_t)
INPUT(__VERIFIER_nondet_U64, uint64_t)

/* Any address: almost every one is invalid. */
#define POINTER_INPUT(name, type) \
  type *name(void) { return (type *)(uintptr_t)__rvl_input(sizeof(void *) * 8, #name); }
POINTER_INPUT(__VERIFIER_nondet_pointer, void)
POINTER_INPUT(__VERIFIER_nondet_pchar, char)
POINTER_INPUT(__VERIFIER_nondet_charp, char)

/* Any bit pattern, infinities and NaNs included. */
#define FLOAT_INPUT(name, type, image_type)                                          \
  type name(void) {                                                                  \
    union { image_type image; type value; } u = {.image = (image_type)__rvl_input(sizeof(type) * 8, #name)}; \
    return u.value;                                                                  \
  }
FLOAT_INPUT(__VERIFIER_nondet_float, float, uint32_t)
FLOAT_INPUT(__VERIFIER_nondet_double, double, uint64_t)

#ifdef __SIZEOF_INT128__
/* Any value, made of two inputs. */
#define WIDE_INPUT(name, type) \
  type name(void) { unsigned __int128 high = __rvl_input(64, #name); return (type)(high << 64 | __rvl_input(64, #name)); }
WIDE_INPUT(__VERIFIER_nondet_int128, __int128)
WIDE_INPUT(__VERIFIER_nondet_uint128, unsigned __int128)
#endif

/* Writes any bytes, by ordinary accesses. */
void __VERIFIER_nondet_memory(void *start, size_t size) {
  for (size_t i = 0; i < size; i++) ((unsigned char *)start)[i] = __rvl_input(8, "__VERIFIER_nondet_memory");
}

/* Inputs under the short names of older tasks, unless the program defines them. */
#define SHORT_INPUT(name, type, bits) \
  type name(void) { return (type)__rvl_input(bits, #name); }
SHORT_INPUT(nondet_bool, _Bool, 1)
SHORT_INPUT(nondet_char, char, 8)
SHORT_INPUT(nondet_uchar, unsigned char, 8)
SHORT_INPUT(nondet_short, short, 16)
SHORT_INPUT(nondet_ushort, unsigned short, 16)
SHORT_INPUT(nondet_int, int, 32)
SHORT_INPUT(nondet_uint, unsigned, 32)
SHORT_INPUT(nondet_unsigned, unsigned, 32)
SHORT_INPUT(nondet_long, long, sizeof(long) * 8)
SHORT_INPUT(nondet_ulong, unsigned long, sizeof(long) * 8)

static void check(int condition, const char *text) {
  if (!condition) __rvl_error(RVL_ASSERTION, text);
}

/* Stops this thread if the condition is false; the others continue. */
void __VERIFIER_assume(int condition) {
  __rvl_assume(condition);
}

/* A violated assertion if the condition is false. */
void __VERIFIER_assert(int condition) {
  check(condition, "__VERIFIER_assert");
}

/* A violated assertion. */
_Noreturn void __VERIFIER_error(void) {
  __rvl_error(RVL_ASSERTION, "__VERIFIER_error()");
}

/* A violated assertion. */
void reach_error(void) {
  __rvl_error(RVL_ASSERTION, "reach_error()");
}

/* A violated assertion, with the text of the expression (what assert of assert.h expands to). */
_Noreturn void __assert_fail(const char *expression, const char *file, unsigned line, const char *function) {
  (void)file, (void)line, (void)function;
  __rvl_error(RVL_ASSERTION, expression);
}

/* As __assert_fail. */
_Noreturn void __assert(const char *expression, const char *file, int line) {
  (void)file, (void)line;
  __rvl_error(RVL_ASSERTION, expression);
}

/* A violated assertion, with the text of the error number. */
_Noreturn void __assert_perror_fail(int error, const char *file, unsigned line, const char *function) {
  static _Thread_local char room[32];
  (void)file, (void)line, (void)function;
  __rvl_error(RVL_ASSERTION, __rvl_error_text(error, room));
}

/* Nothing: what assert of assert.h expands to if NDEBUG is defined. From calls of it a report knows that assertions are missing. */
void __assert_compiled_out(void) {}

/* A violated assertion if the argument is 0: for programs that declare assert instead of including assert.h. */
void assert(int condition) {
  check(condition, "assert");
}

/* As __VERIFIER_assume. */
void __ESBMC_assume(_Bool condition) {
  __rvl_assume(condition);
}

/* A violated assertion with that message if the condition is false. */
void __ESBMC_assert(_Bool condition, const char *message) {
  check(condition, message);
}

/* As __VERIFIER_assume. */
void __CPROVER_assume(_Bool condition) {
  __rvl_assume(condition);
}

/* A violated assertion with that message if the condition is false. */
void __CPROVER_assert(_Bool condition, const char *message) {
  check(condition, message);
}
