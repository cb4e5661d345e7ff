/* Independent reads of independent writes: two writers, two readers that look in opposite orders.
 *
 * assert: safe. If the readers disagreed on the order of the writes, the total order of seq_cst would have a cycle.
 * race: safe, atomics; each result has one writer and is read after join. Nothing blocks, no heap, no arithmetic.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int x, y;
static int a, b, c, d;

static void *write_x(void *arg) {
  x = 1;
  return arg;
}

static void *write_y(void *arg) {
  y = 1;
  return arg;
}

static void *x_then_y(void *arg) {
  a = x;
  b = y;
  return arg;
}

static void *y_then_x(void *arg) {
  c = y;
  d = x;
  return arg;
}

int main(void) {
  void *(*body[4])(void *) = {write_x, write_y, x_then_y, y_then_x};
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], NULL, body[i], NULL);
  for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
  assert(!(a == 1 && b == 0 && c == 1 && d == 0));
  return 0;
}
