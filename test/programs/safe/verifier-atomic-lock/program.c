/* A lock written with an atomic section that assumes inside: the section waits at its begin until the lock is free.
 *
 * assert: safe. The test and the taking of the lock are one step.
 * race: safe. held is touched in atomic sections only, the counter by atomic operations.
 * deadlock: safe. The holder always releases; a waiting section is enabled again then. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static _Bool held;
static atomic_int inside;

static void acquire(void) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(!held);
  held = 1;
  __VERIFIER_atomic_end();
}

static void release(void) {
  __VERIFIER_atomic_begin();
  held = 0;
  __VERIFIER_atomic_end();
}

static void *worker(void *arg) {
  acquire();
  assert(atomic_fetch_add(&inside, 1) == 0);
  atomic_fetch_sub(&inside, 1);
  release();
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, worker, NULL);
  pthread_create(&t2, NULL, worker, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
