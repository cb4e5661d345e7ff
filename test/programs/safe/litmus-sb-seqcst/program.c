/* Store buffering with sequentially consistent atomics; the result of each thread travels through its return value.
 *
 * assert: safe, one of the two stores comes first and is seen.
 * race: safe, atomics. Nothing blocks, no heap, no arithmetic.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int x, y;

static void *left(void *arg) {
  (void)arg;
  atomic_store(&x, 1);
  return (void *)(intptr_t)atomic_load(&y);
}

static void *right(void *arg) {
  (void)arg;
  atomic_store(&y, 1);
  return (void *)(intptr_t)atomic_load(&x);
}

int main(void) {
  pthread_t t1, t2;
  void *r1, *r2;
  pthread_create(&t1, NULL, left, NULL);
  pthread_create(&t2, NULL, right, NULL);
  pthread_join(t1, &r1);
  pthread_join(t2, &r2);
  assert((intptr_t)r1 + (intptr_t)r2 >= 1);
  return 0;
}
