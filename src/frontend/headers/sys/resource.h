#ifndef _SYS_RESOURCE_H
#define _SYS_RESOURCE_H

#include <features.h>
#include <bits/timeval.h>

#define RUSAGE_SELF 0
#define RUSAGE_CHILDREN (-1)
#define RUSAGE_THREAD 1

#ifndef __rusage_defined
#define __rusage_defined 1
struct rusage {
  struct timeval ru_utime, ru_stime;
  long ru_maxrss, ru_ixrss, ru_idrss, ru_isrss, ru_minflt, ru_majflt, ru_nswap, ru_inblock, ru_oublock, ru_msgsnd, ru_msgrcv, ru_nsignals,
      ru_nvcsw, ru_nivcsw;
};
#endif

int getrusage(int, struct rusage *);

#endif
