/* Load buffering with relaxed atomics.
 *
 * assert: safe under sequential consistency: for r1 == 1 the right thread's store, hence its load, came before the left
 *   thread's load, hence before the left thread's store; then r2 == 0.
 * race: safe, atomics; results after join. Nothing blocks, no heap, no arithmetic.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int r1, r2;

static void *left(void *arg) {
  r1 = atomic_load_explicit(&x, memory_order_relaxed);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return arg;
}

static void *right(void *arg) {
  r2 = atomic_load_explicit(&y, memory_order_relaxed);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, left, NULL);
  pthread_create(&t2, NULL, right, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(!(r1 == 1 && r2 == 1));
  return 0;
}
