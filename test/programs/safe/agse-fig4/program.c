/* Two symbolic counters; each thread takes a number from the first and branches on it, then from the second.
 *
 * assert: safe. An atomic increment never gives the same number twice (there are only two threads), so at most one
 *   thread sees zero on each counter.
 * race: safe, atomic. overflow: safe, the counters are unsigned. Nothing blocks, no heap; the threads' results are
 *   locals handed over by join.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

static atomic_uint x, y;

static void *take(void *arg) {
  uintptr_t zeros = (uintptr_t)arg;
  unsigned a = x++;
  if (a == 0) {
    zeros |= 1;
  } else {
    zeros |= 2;
  }
  a = y++;
  if (a == 0) {
    zeros |= 4;
  } else {
    zeros |= 8;
  }
  return (void *)zeros;
}

int main(void) {
  x = __VERIFIER_nondet_uint();
  y = __VERIFIER_nondet_uint();
  pthread_t t1, t2;
  void *first, *second;
  pthread_create(&t1, NULL, take, NULL);
  pthread_create(&t2, NULL, take, NULL);
  pthread_join(t1, &first);
  pthread_join(t2, &second);
  uintptr_t both = (uintptr_t)first & (uintptr_t)second;
  assert((both & 5) == 0);
  return 0;
}
