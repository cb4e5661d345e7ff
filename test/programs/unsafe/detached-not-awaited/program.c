/* The flush thread is detached and no thread waits for it; main asserts that its work is done.
 *
 * assert: unsafe. main reads the counter before the detached thread has run. If main returns first, the process ends.
 * race: safe, flushed is atomic. deadlock: safe, nothing blocks. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int flushed;

static void *flush(void *arg) {
  pthread_detach(pthread_self());
  atomic_store(&flushed, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, flush, NULL);
  assert(atomic_load(&flushed) == 1);
  return 0;
}
