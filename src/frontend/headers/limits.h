/* clang's limits of the types, and POSIX's limits of the system. */
#ifndef _RAVEL_LIMITS_H
#define _RAVEL_LIMITS_H

#define MB_LEN_MAX 16
#include_next <limits.h>

#define SSIZE_MAX __PTRDIFF_MAX__
#define NAME_MAX 255
#define PATH_MAX 4096
#define PIPE_BUF 4096
#define LINE_MAX 2048
#define ARG_MAX 131072
#define IOV_MAX 1024
#define HOST_NAME_MAX 64
#define NL_ARGMAX 4096
#define PTHREAD_KEYS_MAX 1024
#define PTHREAD_STACK_MIN 16384
#define PTHREAD_DESTRUCTOR_ITERATIONS 4
#define SEM_VALUE_MAX 2147483647
#define DELAYTIMER_MAX 2147483647
#define _POSIX_PATH_MAX 256
#define _POSIX_NAME_MAX 14
#define _POSIX_THREAD_KEYS_MAX 128
#define _POSIX_THREAD_THREADS_MAX 64
#define _POSIX_THREAD_DESTRUCTOR_ITERATIONS 4
#define _POSIX_SEM_VALUE_MAX 32767
#define _POSIX_HOST_NAME_MAX 255

#ifndef LLONG_MAX
#define LLONG_MAX __LONG_LONG_MAX__
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define ULLONG_MAX (LLONG_MAX * 2ULL + 1ULL)
#endif
#ifndef LONG_BIT
#define LONG_BIT (__SIZEOF_LONG__ * 8)
#define WORD_BIT 32
#endif

#endif
