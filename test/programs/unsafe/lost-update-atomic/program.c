/* Every access is atomic, the update is not: a load, an addition, a store.
 *
 * assert: unsafe. Both load 0; one of the two amounts is lost.
 * race: safe, that is the point: freedom from races is not atomicity. Nothing blocks, no heap.
 * overflow: safe, the amounts are below 256 and unsigned.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static atomic_uint total;

static void *add(void *arg) {
  unsigned amount = (unsigned)(uintptr_t)arg;
  unsigned seen = atomic_load(&total);
  atomic_store(&total, seen + amount);
  return NULL;
}

int main(void) {
  unsigned a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  pthread_t t1, t2;
  pthread_create(&t1, NULL, add, (void *)(uintptr_t)a);
  pthread_create(&t2, NULL, add, (void *)(uintptr_t)b);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(atomic_load(&total) == a + b);
  return 0;
}
