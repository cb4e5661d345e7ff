/* What sched.h and pthread.h share: scheduling parameters and sets of processors. */
#ifndef _BITS_SCHED_TYPES_H
#define _BITS_SCHED_TYPES_H

struct sched_param {
  int sched_priority;
};

#define __CPU_SETSIZE 1024
#define __NCPUBITS (8 * sizeof(unsigned long))
typedef unsigned long __cpu_mask;
typedef struct {
  __cpu_mask __bits[__CPU_SETSIZE / (8 * sizeof(unsigned long))];
} cpu_set_t;

#endif
