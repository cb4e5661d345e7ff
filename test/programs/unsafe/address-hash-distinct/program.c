/* Two blocks are taken to fall into different buckets of a table of seven.
 *
 * assert: unsafe. A remainder of an address is any number: the two may be equal.
 * memory, leak: safe, both are freed. One thread: no races, nothing blocks.
 */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static unsigned bucket(const void *key) {
  return (unsigned)((uintptr_t)key % 7);
}

int main(void) {
  char *first = malloc(4);
  char *second = malloc(4);
  if (first && second) assert(bucket(first) != bucket(second));
  free(first);
  free(second);
  return 0;
}
