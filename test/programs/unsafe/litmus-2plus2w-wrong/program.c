/* Two threads write the same two variables in opposite orders; the claim is that one of the first writes survives.
 *
 * assert: unsafe. Both first writes, then both second writes: x == 2 and y == 2.
 * race: safe, atomics. Nothing blocks, no heap, no arithmetic.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;

static void *left(void *arg) {
  x = 1;
  y = 2;
  return arg;
}

static void *right(void *arg) {
  y = 1;
  x = 2;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, left, NULL);
  pthread_create(&t2, NULL, right, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(x == 1 || y == 1);
  return 0;
}
