/* Write, read, causality: the second thread passes on that it has seen the first one's flag.
 *
 * race: safe. Release/acquire is transitive: the third thread's read of the data is ordered after its write through
 *   the two flags.
 * assert: safe for the same reason. Nothing blocks, no heap, no arithmetic.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int first, second;

static void *source(void *arg) {
  data = 1;
  atomic_store_explicit(&first, 1, memory_order_release);
  return arg;
}

static void *relay(void *arg) {
  if (atomic_load_explicit(&first, memory_order_acquire)) atomic_store_explicit(&second, 1, memory_order_release);
  return arg;
}

static void *sink(void *arg) {
  if (atomic_load_explicit(&second, memory_order_acquire)) assert(data == 1);
  return arg;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, NULL, source, NULL);
  pthread_create(&t2, NULL, relay, NULL);
  pthread_create(&t3, NULL, sink, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  pthread_join(t3, NULL);
  return 0;
}
