#ifndef _SYS_SELECT_H
#define _SYS_SELECT_H

#include <bits/sigset.h>
#include <bits/types.h>
#include <bits/timespec.h>
#include <bits/timeval.h>

#define FD_SETSIZE 1024
#define NFDBITS (8 * (int)sizeof(long))

typedef __time_t time_t;
typedef __suseconds_t suseconds_t;
typedef long fd_mask;
typedef struct {
  fd_mask fds_bits[FD_SETSIZE / (8 * sizeof(long))];
} fd_set;

#define FD_ZERO(set) ((void)__builtin_memset((set), 0, sizeof *(set)))
#define FD_SET(fd, set) ((void)((set)->fds_bits[(fd) / NFDBITS] |= (long)(1ul << ((fd) % NFDBITS))))
#define FD_CLR(fd, set) ((void)((set)->fds_bits[(fd) / NFDBITS] &= (long)~(1ul << ((fd) % NFDBITS))))
#define FD_ISSET(fd, set) (((set)->fds_bits[(fd) / NFDBITS] & (long)(1ul << ((fd) % NFDBITS))) != 0)

int select(int, fd_set *__restrict, fd_set *__restrict, fd_set *__restrict, struct timeval *__restrict);

#endif
