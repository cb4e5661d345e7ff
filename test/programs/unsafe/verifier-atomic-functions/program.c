/* Atomicity by naming convention: functions called __VERIFIER_atomic_… run as one step. The caller combines two of them.
 *
 * assert: unsafe. Both threads see the slot free before either takes it; the second one takes it again.
 * race: safe, taken is touched in atomic functions only (and after the joins). deadlock: nothing blocks. No heap.
 */
#include <pthread.h>
#include <stddef.h>

extern void reach_error(void);

static int taken;

int __VERIFIER_atomic_is_free(void) { return taken == 0; }

void __VERIFIER_atomic_take(void) { taken = taken + 1; }

static void *worker(void *arg) {
  if (__VERIFIER_atomic_is_free()) __VERIFIER_atomic_take();
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, worker, NULL);
  pthread_create(&t2, NULL, worker, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  if (taken > 1) reach_error();
  return 0;
}
