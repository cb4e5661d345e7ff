/* The test and the taking in one atomic function, with an assumption on the input.
 *
 * assert: safe, exactly one of the two threads takes the slot. race: safe, taken is touched in the atomic function only
 *   (and after the joins). deadlock: nothing blocks. overflow: safe, 1 … 1000 plus at most 1. No heap.
 */
#include <pthread.h>
#include <stdint.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_error(void);

static int taken;

static int __VERIFIER_atomic_take(int by) {
  if (taken != 0) return 0;
  taken = by;
  return 1;
}

static void *worker(void *arg) {
  int id = (int)(intptr_t)arg;
  return (void *)(intptr_t)__VERIFIER_atomic_take(id);
}

int main(void) {
  int base = __VERIFIER_nondet_int();
  __VERIFIER_assume(base >= 1 && base <= 1000);
  pthread_t t1, t2;
  void *a, *b;
  pthread_create(&t1, NULL, worker, (void *)(intptr_t)base);
  pthread_create(&t2, NULL, worker, (void *)(intptr_t)(base + 1));
  pthread_join(t1, &a);
  pthread_join(t2, &b);
  if ((intptr_t)a + (intptr_t)b != 1) __VERIFIER_error();
  if (taken != base && taken != base + 1) __VERIFIER_error();
  return 0;
}
