/* What sched.h and pthread.h share: scheduling parameters and sets of processors. */
#ifndef _BITS_SCHED_TYPES_H
#define _BITS_SCHED_TYPES_H

#ifndef _BITS_TYPES_STRUCT_SCHED_PARAM
#define _BITS_TYPES_STRUCT_SCHED_PARAM 1
struct sched_param {
  int sched_priority;
};
#endif

#define __CPU_SETSIZE 1024
#define __NCPUBITS (8 * sizeof(unsigned long))
typedef unsigned long __cpu_mask;
typedef struct {
  __cpu_mask __bits[__CPU_SETSIZE / (8 * sizeof(unsigned long))];
} cpu_set_t;

#endif
