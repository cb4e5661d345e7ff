#ifndef _RVL_TIMESPEC
#define _RVL_TIMESPEC

#include <bits/types.h>

struct timespec {
  __time_t tv_sec;
  long tv_nsec;
};

#endif
