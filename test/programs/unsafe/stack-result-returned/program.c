/* A worker publishes the address of its own local variable through a global; main waits until it is there, and reads.
 *
 * memory: unsafe. The worker's frame may be gone by the time main looks; only while the worker is still in its function
 *   is the result alive. race: safe, the value is released with the pointer. assert: safe, it is 3 whenever it can be read.
 * deadlock: safe, the wait is by assumption. No heap, no arithmetic.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern void __VERIFIER_assume(int);

static int *_Atomic result;
static atomic_int finished;

static void *worker(void *arg) {
  int local = 3;
  atomic_store(&result, &local);
  atomic_store(&finished, 1);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  int *seen = atomic_load(&result);
  __VERIFIER_assume(seen != NULL);
  int value = *seen;
  assert(value == 3);
  pthread_join(thread, NULL);
  return 0;
}
