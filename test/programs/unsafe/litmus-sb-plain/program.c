/* Store buffering with plain variables.
 *
 * assert: safe under sequential consistency: whichever store is first in the total order is seen by the other thread's
 *   load, so not both loads return 0.
 * race: unsafe, x and y are plain. (On hardware both loads can return 0.)
 * The rest: nothing blocks, no arithmetic; r1 and r2 are read after the joins.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int x, y, r1, r2;

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
  assert(r1 == 1 || r2 == 1);
  return 0;
}
