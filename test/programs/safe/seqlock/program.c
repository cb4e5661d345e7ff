/* A sequence lock with atomic payload: the writer makes the sequence odd while it writes, the reader rejects what may be
 * torn.
 *
 * assert: safe. A reader that sees the same even sequence before and after has read between two writes.
 * race: safe, sequence and payload are atomic. Nothing blocks (a rejected read is dropped), no heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint sequence;
static atomic_int seconds, copy_of_seconds;

static void *clock_tick(void *arg) {
  atomic_fetch_add(&sequence, 1);
  atomic_store(&seconds, 1);
  atomic_store(&copy_of_seconds, 1);
  atomic_fetch_add(&sequence, 1);
  return arg;
}

static void *read_clock(void *arg) {
  unsigned before = atomic_load(&sequence);
  int a = atomic_load(&seconds);
  int b = atomic_load(&copy_of_seconds);
  unsigned after = atomic_load(&sequence);
  if (before == after && before % 2 == 0) assert(a == b);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, clock_tick, NULL);
  pthread_create(&t2, NULL, read_clock, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
