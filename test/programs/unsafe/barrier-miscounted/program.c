/* The barrier's size comes from outside; the number of threads does not.
 *
 * deadlock: unsafe. A barrier for three never opens for two threads. One for one or two does.
 * race: safe, done is atomic. assert: safe, both have passed when both are joined. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

static pthread_barrier_t barrier;
static atomic_int done;

static void *worker(void *arg) {
  pthread_barrier_wait(&barrier);
  atomic_fetch_add(&done, 1);
  return arg;
}

int main(void) {
  unsigned size = __VERIFIER_nondet_uint();
  __VERIFIER_assume(size >= 1 && size <= 3);
  pthread_barrier_init(&barrier, NULL, size);
  pthread_t t1, t2;
  pthread_create(&t1, NULL, worker, NULL);
  pthread_create(&t2, NULL, worker, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(atomic_load(&done) == 2);
  return 0;
}
