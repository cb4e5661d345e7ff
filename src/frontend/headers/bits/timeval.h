#ifndef _BITS_TIMEVAL_H
#define _BITS_TIMEVAL_H

#include <bits/types.h>

#ifndef __timeval_defined
#define __timeval_defined 1
struct timeval {
  __time_t tv_sec;
  __suseconds_t tv_usec;
};
#endif

#endif
