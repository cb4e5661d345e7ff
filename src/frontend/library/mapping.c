/* Memory from mmap: anonymous mappings that may be read and written are heap objects of whole pages, of zero bytes. Everything else a mapping may be
 * (a file, other rights, a fixed address) is not modelled. */
#define _GNU_SOURCE
#include "internal.h"
#include <sys/mman.h>

enum { PAGE = 4096 };

static size_t pages(size_t size) {
  return (size + (PAGE - 1)) & ~(size_t)(PAGE - 1);
}

static void *refuse(int error) {
  __rvl_set_errno(error);
  return MAP_FAILED;
}

/* Anonymous memory that may be read and written: a fresh heap object of whole pages, of zero bytes. A mapping of a file, with other rights or at a fixed address is not modelled. */
void *mmap(void *address, size_t size, int rights, int flags, int descriptor, off_t offset) {
  (void)address;
  (void)descriptor;
  (void)offset;
  int sharing = flags & 3;
  if (size == 0 || sharing == 0) return refuse(EINVAL);
  if (!(flags & MAP_ANONYMOUS)) __rvl_unsupported("mmap of a file");
  if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE | MAP_GROWSDOWN)) __rvl_unsupported("mmap at a fixed address");
  if ((rights & (PROT_READ | PROT_WRITE)) != (PROT_READ | PROT_WRITE)) __rvl_unsupported("mmap of memory that may not be read and written");
  if (size > PTRDIFF_MAX - PAGE) return refuse(ENOMEM);
  void *start = __rvl_malloc_pages(pages(size));
  if (!start) return MAP_FAILED;
  __rvl_clear(start, pages(size));
  return start;
}

/* Ends a mapping as a whole; a part of one is not modelled. */
int munmap(void *start, size_t size) {
  if (size == 0 || (size_t)start % PAGE != 0) {
    __rvl_set_errno(EINVAL);
    return -1;
  }
  if (__rvl_object_size(start) != pages(size)) __rvl_unsupported("munmap of a part");
  __rvl_deallocate(start);
  return 0;
}

/* Advice without an effect on contents: returns 0. MADV_DONTNEED and MADV_FREE, which have one, are not modelled. */
int madvise(void *start, size_t size, int advice) {
  (void)start;
  (void)size;
  if (advice != MADV_NORMAL && advice != MADV_RANDOM && advice != MADV_SEQUENTIAL && advice != MADV_WILLNEED) __rvl_unsupported("madvise");
  return 0;
}
