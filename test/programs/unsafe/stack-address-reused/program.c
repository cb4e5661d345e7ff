/* A function gives away the address of its local as a number, twice.
 *
 * assert: unsafe. The local of the second call usually lies where that of the first one was.
 * memory: safe, the number is not used as a pointer. One thread: no races, nothing blocks, no heap.
 */
#include <assert.h>
#include <stdint.h>

static uintptr_t where(void) {
  volatile int local = 0;
  return (uintptr_t)&local;
}

int main(void) {
  uintptr_t first = where();
  uintptr_t second = where();
  assert(first != second);
  return 0;
}
