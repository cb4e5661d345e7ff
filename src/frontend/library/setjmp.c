/* longjmp. setjmp is compiled in place, since it returns twice. Signal masks are neither saved nor restored. */
#include "internal.h"

/* Returns to the place of setjmp, which gives `value`, or 1 for 0. */
_Noreturn void longjmp(void *buffer, int value) {
  __rvl_longjmp(buffer, value ? value : 1);
}

/* As longjmp. */
_Noreturn void _longjmp(void *buffer, int value) {
  __rvl_longjmp(buffer, value ? value : 1);
}

/* As longjmp; the signal mask is not restored. */
_Noreturn void siglongjmp(void *buffer, int value) {
  __rvl_longjmp(buffer, value ? value : 1);
}

/* As longjmp, from text preprocessed with _FORTIFY_SOURCE. */
_Noreturn void __longjmp_chk(void *buffer, int value) {
  __rvl_longjmp(buffer, value ? value : 1);
}
