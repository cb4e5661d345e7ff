#ifndef _BITS_TIMEVAL_H
#define _BITS_TIMEVAL_H

#include <bits/types.h>

struct timeval {
  __time_t tv_sec;
  __suseconds_t tv_usec;
};

#endif
