/* A worker ends the whole process when its input is bad; main continues only after a good one.
 *
 * assert: safe. With a bad input exit comes before the flag, so main never sees it set.
 * race: safe, valid is atomic. deadlock: safe, join ends or the process does. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static atomic_int valid;

static void *validate(void *arg) {
  int input = __VERIFIER_nondet_int();
  if (input < 0) exit(0);
  atomic_store(&valid, 1 + (input == 0));
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, validate, NULL);
  int early = atomic_load(&valid);
  pthread_join(thread, NULL);
  assert(atomic_load(&valid) >= 1 && atomic_load(&valid) >= early);
  return 0;
}
