/* Two threads write the same two variables in opposite orders.
 *
 * assert: safe. A final x == 1 means x = 2 came before x = 1, so y = 1 came before y = 2 and y ends as 2.
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
  assert(!(x == 1 && y == 1));
  return 0;
}
