/* A block of any size, up to the largest number: what is given lies inside the pool. */
#include <assert.h>
#include <memorypool.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  struct MemoryPool *pool = MHD_pool_create(32);
  size_t size = __VERIFIER_nondet_ulong();
  char *block = MHD_pool_allocate(pool, size, false);
  if (block != NULL && size > 0) {
    assert(size <= 32);
    block[size - 1] = 'x';
  }
  MHD_pool_destroy(pool);
  return 0;
}
