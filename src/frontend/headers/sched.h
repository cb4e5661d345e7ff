/* Ravel explores all schedules: these functions return what Linux returns to an ordinary process, and change nothing. */
#ifndef _SCHED_H
#define _SCHED_H

#include <features.h>
#include <bits/types.h>
#include <bits/timespec.h>
#include <bits/sched-types.h>
#define __need_size_t
#define __need_NULL
#include <stddef.h>

typedef __pid_t pid_t;
typedef __time_t time_t;

#define SCHED_OTHER 0
#define SCHED_FIFO 1
#define SCHED_RR 2
#define SCHED_BATCH 3
#define SCHED_ISO 4
#define SCHED_IDLE 5
#define SCHED_DEADLINE 6
#define SCHED_RESET_ON_FORK 0x40000000

__BEGIN_DECLS

extern int sched_yield(void);
extern int sched_setparam(__pid_t __pid, const struct sched_param *__param);
extern int sched_getparam(__pid_t __pid, struct sched_param *__param);
extern int sched_setscheduler(__pid_t __pid, int __policy, const struct sched_param *__param);
extern int sched_getscheduler(__pid_t __pid);
extern int sched_get_priority_max(int __policy);
extern int sched_get_priority_min(int __policy);
extern int sched_rr_get_interval(__pid_t __pid, struct timespec *__interval);
extern int sched_setaffinity(__pid_t __pid, size_t __size, const cpu_set_t *__set);
extern int sched_getaffinity(__pid_t __pid, size_t __size, cpu_set_t *__set);
extern int sched_getcpu(void);
extern int __sched_cpucount(size_t __size, const cpu_set_t *__set);
extern cpu_set_t *__sched_cpualloc(size_t __count);
extern void __sched_cpufree(cpu_set_t *__set);

__END_DECLS

#define CPU_SETSIZE __CPU_SETSIZE
#define __CPU_WORD(cpu) ((cpu) / __NCPUBITS)
#define __CPU_BIT(cpu) (1UL << ((cpu) % __NCPUBITS))
#define __CPU_EACH(size, statement)                                            \
  do {                                                                         \
    size_t __i;                                                                \
    for (__i = 0; __i < (size) / sizeof(__cpu_mask); __i++) { statement; }      \
  } while (0)

#define CPU_ZERO_S(size, set) __CPU_EACH(size, (set)->__bits[__i] = 0)
#define CPU_SET_S(cpu, size, set) ((size_t)(cpu) / 8 < (size) ? ((set)->__bits[__CPU_WORD((size_t)(cpu))] |= __CPU_BIT((size_t)(cpu))) : 0)
#define CPU_CLR_S(cpu, size, set) ((size_t)(cpu) / 8 < (size) ? ((set)->__bits[__CPU_WORD((size_t)(cpu))] &= ~__CPU_BIT((size_t)(cpu))) : 0)
#define CPU_ISSET_S(cpu, size, set) ((size_t)(cpu) / 8 < (size) && ((set)->__bits[__CPU_WORD((size_t)(cpu))] & __CPU_BIT((size_t)(cpu))) != 0)
#define CPU_COUNT_S(size, set) __sched_cpucount(size, set)
#define CPU_AND_S(size, to, a, b) __CPU_EACH(size, (to)->__bits[__i] = (a)->__bits[__i] & (b)->__bits[__i])
#define CPU_OR_S(size, to, a, b) __CPU_EACH(size, (to)->__bits[__i] = (a)->__bits[__i] | (b)->__bits[__i])
#define CPU_XOR_S(size, to, a, b) __CPU_EACH(size, (to)->__bits[__i] = (a)->__bits[__i] ^ (b)->__bits[__i])
#define CPU_EQUAL_S(size, a, b) (__builtin_memcmp(a, b, size) == 0)
#define CPU_ZERO(set) CPU_ZERO_S(sizeof(cpu_set_t), set)
#define CPU_SET(cpu, set) CPU_SET_S(cpu, sizeof(cpu_set_t), set)
#define CPU_CLR(cpu, set) CPU_CLR_S(cpu, sizeof(cpu_set_t), set)
#define CPU_ISSET(cpu, set) CPU_ISSET_S(cpu, sizeof(cpu_set_t), set)
#define CPU_COUNT(set) CPU_COUNT_S(sizeof(cpu_set_t), set)
#define CPU_AND(to, a, b) CPU_AND_S(sizeof(cpu_set_t), to, a, b)
#define CPU_OR(to, a, b) CPU_OR_S(sizeof(cpu_set_t), to, a, b)
#define CPU_XOR(to, a, b) CPU_XOR_S(sizeof(cpu_set_t), to, a, b)
#define CPU_EQUAL(a, b) CPU_EQUAL_S(sizeof(cpu_set_t), a, b)
#define CPU_ALLOC_SIZE(count) ((((count) + __NCPUBITS - 1) / __NCPUBITS) * sizeof(__cpu_mask))
#define CPU_ALLOC(count) __sched_cpualloc(count)
#define CPU_FREE(set) __sched_cpufree(set)

#define __sched_priority sched_priority

#endif
