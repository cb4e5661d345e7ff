/* A sequence lock over plain data, as often written before C11.
 *
 * race: unsafe. The reader may read the payload while it is written; that it throws the result away does not help.
 * assert: safe under sequential consistency, torn reads are rejected.
 * Nothing blocks, no heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint sequence;
static struct {
  int x, y;
} position;

static void *move(void *arg) {
  atomic_fetch_add(&sequence, 1);
  position.x = 3;
  position.y = 3;
  atomic_fetch_add(&sequence, 1);
  return arg;
}

static void *observe(void *arg) {
  unsigned before = atomic_load(&sequence);
  int x = position.x;
  int y = position.y;
  unsigned after = atomic_load(&sequence);
  if (before == after && before % 2 == 0) assert(x == y);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, move, NULL);
  pthread_create(&t2, NULL, observe, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
