/* A C11 thread reads its own identifier from the variable that thrd_create writes for its creator.
 *
 * race: safe. "The completion of the thrd_create function synchronizes with the beginning of the execution of the new thread" (C11 7.26.5.1),
 * so the identifier is there. assert: safe for the same reason. deadlock, memory: safe.
 */
#include <assert.h>
#include <stddef.h>
#include <threads.h>

static thrd_t self;

static int thread(void *arg) {
  (void)arg;
  assert(thrd_equal(self, thrd_current()));
  return 0;
}

int main(void) {
  thrd_create(&self, thread, NULL);
  thrd_join(self, NULL);
  return 0;
}
