/* Store buffering, with the opposite claim: that the threads cannot both see each other.
 *
 * assert: unsafe. Both stores first, then both loads: r1 == r2 == 1.
 * race: safe, x and y are seq_cst atomics and the results are read after join. Nothing blocks, no heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int r1, r2;

static void *left(void *arg) {
  x = 1;
  r1 = y;
  return arg;
}

static void *right(void *arg) {
  y = 1;
  r2 = x;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, left, NULL);
  pthread_create(&t2, NULL, right, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(r1 + r2 < 2);
  return 0;
}
