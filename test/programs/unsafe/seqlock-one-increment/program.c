/* A sequence lock whose writer counts only when it is done.
 *
 * assert: unsafe. The reader sees sequence 0, the new x, the old y, and sequence 0 again.
 * race: safe, everything is atomic. Nothing blocks, no heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint sequence;
static atomic_int x, y;

static void *move(void *arg) {
  atomic_store(&x, 3);
  atomic_store(&y, 3);
  atomic_fetch_add(&sequence, 2);
  return arg;
}

static void *observe(void *arg) {
  unsigned before = atomic_load(&sequence);
  int a = atomic_load(&x);
  int b = atomic_load(&y);
  if (atomic_load(&sequence) == before && before % 2 == 0) assert(a == b);
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
