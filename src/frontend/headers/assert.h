/* May be included again with another NDEBUG: no guard. */
#include <features.h>

#undef assert
#undef assert_perror

#ifdef NDEBUG
#define assert(expression) (__assert_compiled_out())
#define assert_perror(error) (__assert_compiled_out())
#else
#define assert(expression) ((expression) ? (void)0 : __assert_fail(#expression, __FILE__, __LINE__, __extension__ __func__))
#define assert_perror(error) ((error) == 0 ? (void)0 : __assert_perror_fail((error), __FILE__, __LINE__, __extension__ __func__))
#endif

#ifndef _ASSERT_H_DECLARATIONS
#define _ASSERT_H_DECLARATIONS
extern void __assert_fail(const char *__expression, const char *__file, unsigned int __line, const char *__function) __attribute__((__noreturn__));
extern void __assert_perror_fail(int __error, const char *__file, unsigned int __line, const char *__function) __attribute__((__noreturn__));
extern void __assert_compiled_out(void);
extern void __assert(const char *__expression, const char *__file, int __line) __attribute__((__noreturn__));
#endif

#if !defined __cplusplus && (!defined __STDC_VERSION__ || __STDC_VERSION__ < 202311L)
#undef static_assert
#define static_assert _Static_assert
#endif
