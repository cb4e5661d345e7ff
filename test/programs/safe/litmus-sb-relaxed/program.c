/* Store buffering with relaxed atomics.
 *
 * assert: safe under sequential consistency (a weaker machine may let both loads return 0, which is why a report must
 *   say which memory model it is about).
 * race: safe, relaxed atomics do not race; r1 and r2 are ordered by join. Nothing blocks, no heap, no arithmetic.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int r1, r2;

static void *left(void *arg) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  r1 = atomic_load_explicit(&y, memory_order_relaxed);
  return arg;
}

static void *right(void *arg) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  r2 = atomic_load_explicit(&x, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, left, NULL);
  pthread_create(&t2, NULL, right, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(!(r1 == 0 && r2 == 0));
  return 0;
}
