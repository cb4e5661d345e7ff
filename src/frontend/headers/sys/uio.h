#ifndef _SYS_UIO_H
#define _SYS_UIO_H

#include <sys/types.h>

#define IOV_MAX 1024

#ifndef __iovec_defined
#define __iovec_defined 1
struct iovec {
  void *iov_base;
  size_t iov_len;
};
#endif

ssize_t readv(int, const struct iovec *, int);
ssize_t writev(int, const struct iovec *, int);

#endif
