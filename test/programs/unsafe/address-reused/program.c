/* A block is freed, another one is allocated; that the two have different addresses is not promised.
 *
 * assert: unsafe. The allocator may hand out the freed block again; numbers made of addresses may be compared at any time.
 * memory: safe, nothing is accessed after it was freed. leak: safe, both are freed. One thread: no races, nothing blocks.
 */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *first = malloc(4);
  if (!first) return 0;
  uintptr_t before = (uintptr_t)first;
  free(first);
  char *second = malloc(4);
  if (!second) return 0;
  assert((uintptr_t)second != before);
  free(second);
  return 0;
}
