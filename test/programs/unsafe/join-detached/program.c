/* Whether the helper is detached is configuration; the shutdown code joins it either way.
 *
 * memory: unsafe. A detached helper that has finished is gone: its identifier is not valid any more.
 * assert: unsafe. While a detached helper runs, pthread_join returns EINVAL at once, and the count may still be 0.
 * With a joinable helper all is well. race: safe, the counter is atomic. deadlock, leak, overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

extern bool __VERIFIER_nondet_bool(void);

static atomic_int runs;

static void *helper(void *arg) {
  atomic_fetch_add(&runs, 1);
  return arg;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  if (__VERIFIER_nondet_bool()) pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_create(&thread, &attributes, helper, NULL);
  pthread_attr_destroy(&attributes);
  pthread_join(thread, NULL);
  assert(atomic_load(&runs) == 1);
  return 0;
}
