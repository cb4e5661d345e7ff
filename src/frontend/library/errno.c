/* errno: one number per thread. The variable has the plain name, so that old programs with `extern int errno` use it. */
#include "internal.h"
#undef errno

_Thread_local int errno;

/* The calling thread's own errno. */
int *__errno_location(void) {
  return &errno;
}

void __rvl_set_errno(int number) {
  errno = number;
}

int __rvl_get_errno(void) {
  return errno;
}
