/* Two blocks; the second is taken to lie after the first.
 *
 * assert: unsafe. Nothing says how addresses of different objects compare.
 * memory, leak: safe, both are freed. One thread: no races, nothing blocks.
 */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *first = malloc(4);
  char *second = malloc(4);
  if (first && second) assert((uintptr_t)first < (uintptr_t)second);
  free(first);
  free(second);
  return 0;
}
