/* A release store, a relaxed increment by another thread on top of it, and an acquire load that reads the increment.
 *
 * race: safe. The read-modify-write continues the release sequence headed by the store, so the acquire load that reads
 *   2 synchronises with the store. (2 is reached only by the store of 1 followed by the increment; increment first, then
 *   store, leaves 1.)
 * assert: safe, the data is written before the store. Nothing blocks, no heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int state;

static void *publisher(void *arg) {
  data = 11;
  atomic_store_explicit(&state, 1, memory_order_release);
  return arg;
}

static void *counter(void *arg) {
  atomic_fetch_add_explicit(&state, 1, memory_order_relaxed);
  return arg;
}

static void *consumer(void *arg) {
  if (atomic_load_explicit(&state, memory_order_acquire) == 2) assert(data == 11);
  return arg;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, NULL, publisher, NULL);
  pthread_create(&t2, NULL, counter, NULL);
  pthread_create(&t3, NULL, consumer, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  pthread_join(t3, NULL);
  return 0;
}
