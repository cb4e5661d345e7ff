/* What was stored last is loaded. */
#define THREAD_IMPLEMENTATION
#include <sched.h>
#include <time.h>
#include "thread.h"

int main(void) {
  int value;
  thread_atomic_ptr_t pointer;
  thread_atomic_ptr_store(&pointer, &value);
  assert(thread_atomic_ptr_load(&pointer) == &value);
  return 0;
}
