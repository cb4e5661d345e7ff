/* Message passing where two fences do the ordering and the flag itself is relaxed.
 *
 * race: safe. The release fence precedes the store of the flag, the acquire fence follows the load that reads it: the
 *   fences synchronise, and the data is read after the acquire fence.
 * assert: safe, the flag follows the data. Nothing blocks, no heap, no arithmetic.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int flag;

static void *sender(void *arg) {
  data = 7;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return arg;
}

static void *receiver(void *arg) {
  int seen = atomic_load_explicit(&flag, memory_order_relaxed);
  if (seen) {
    atomic_thread_fence(memory_order_acquire);
    assert(data == 7);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, sender, NULL);
  pthread_create(&t2, NULL, receiver, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
