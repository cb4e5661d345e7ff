// inputs: 0
// ends: RVL203 mmap of a file
// inputs: 1
// ends: RVL203 mmap at a fixed address
// inputs: 2
// ends: RVL203 mmap of memory that may not be read and written
// inputs: 3
// ends: RVL203 munmap of a part
// inputs: 4
// ends: RVL203 madvise
// Mappings that are not modelled.
#define _GNU_SOURCE
#include <sys/mman.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  enum { both = PROT_READ | PROT_WRITE, own = MAP_PRIVATE | MAP_ANONYMOUS };
  char *block = mmap(0, 8192, both, own, -1, 0);
  switch (__VERIFIER_nondet_int()) {
    case 0: return mmap(0, 1, both, MAP_PRIVATE, 3, 0) != MAP_FAILED;
    case 1: return mmap(block, 4096, both, own | MAP_FIXED, -1, 0) != MAP_FAILED;
    case 2: return mmap(0, 4096, PROT_READ, own, -1, 0) != MAP_FAILED;
    case 3: return munmap(block, 4096);
    default: return madvise(block, 8192, MADV_DONTNEED);
  }
}
