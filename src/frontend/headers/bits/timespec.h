/* Structures that system headers also define have the same guards as there: if Ravel lacks a header, the system's is used with these. */
#ifndef _RVL_TIMESPEC
#define _RVL_TIMESPEC

#include <bits/types.h>

#ifndef _STRUCT_TIMESPEC
#define _STRUCT_TIMESPEC 1
struct timespec {
  __time_t tv_sec;
  long tv_nsec;
};
#endif

#endif
