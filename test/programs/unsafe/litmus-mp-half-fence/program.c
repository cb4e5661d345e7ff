/* As litmus-mp-fences, but the receiver has put its acquire fence before the load instead of after it.
 *
 * race: unsafe. Nothing between reading the flag and reading the data acquires, so the data is read unordered.
 * assert: safe under sequential consistency. Nothing blocks, no heap, no arithmetic.
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
  atomic_thread_fence(memory_order_acquire);
  if (atomic_load_explicit(&flag, memory_order_relaxed)) {
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
