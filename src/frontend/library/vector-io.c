/* Transfers of several blocks: one after the other, up to the first that is not complete. */
#define _GNU_SOURCE
#include "internal.h"
#include <sys/uio.h>

static ssize_t each(int descriptor, const struct iovec *blocks, int count, int writes) {
  if (count < 0 || count > IOV_MAX) {
    __rvl_set_errno(EINVAL);
    return -1;
  }
  ssize_t total = 0;
  for (int i = 0; i < count; i++) {
    size_t size = blocks[i].iov_len;
    ssize_t done = writes ? __rvl_descriptor_write(descriptor, blocks[i].iov_base, size)
                          : __rvl_descriptor_read(descriptor, blocks[i].iov_base, size);
    if (done < 0) return total ? total : -1;
    total += done;
    if ((size_t)done < size) break;
  }
  return total;
}

ssize_t __rvl_vector_read(int descriptor, const struct iovec *blocks, int count) {
  return each(descriptor, blocks, count, 0);
}

ssize_t __rvl_vector_write(int descriptor, const struct iovec *blocks, int count) {
  return each(descriptor, blocks, count, 1);
}

/* Block by block as read. */
ssize_t readv(int descriptor, const struct iovec *blocks, int count) {
  return each(descriptor, blocks, count, 0);
}

/* Block by block as write. */
ssize_t writev(int descriptor, const struct iovec *blocks, int count) {
  return each(descriptor, blocks, count, 1);
}
