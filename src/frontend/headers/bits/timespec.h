/* Structures that the system's headers have, too, are guarded by their names for that: where ours lack a header, theirs is used beside. */
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
