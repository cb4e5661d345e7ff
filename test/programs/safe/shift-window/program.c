/* A width is raised for a moment and lowered again; another thread builds a mask from it.
 *
 * overflow: unsafe. In the moment between, the width is 32 and 1u << 32 is undefined (the process ends).
 * race: safe, the width is atomic. assert: safe, the mask of width 16 otherwise. Nothing blocks, no heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_uint width = 16;

static void *negotiate(void *arg) {
  atomic_fetch_add(&width, 16);
  atomic_fetch_sub(&width, 16);
  return arg;
}

static void *build_mask(void *arg) {
  unsigned bits = atomic_load(&width);
  uint32_t mask = (UINT32_C(1) << bits) - 1;
  assert(mask == 0xffff);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, negotiate, NULL);
  pthread_create(&t2, NULL, build_mask, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
