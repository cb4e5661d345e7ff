#ifndef _BITS_SIGSET_H
#define _BITS_SIGSET_H

#ifndef ____sigset_t_defined
#define ____sigset_t_defined 1
typedef struct { unsigned long __val[1024 / (8 * sizeof(unsigned long))]; } __sigset_t;
#endif
typedef __sigset_t sigset_t;

#endif
