/* Whether the helper is detached is configuration; the shutdown code joins it either way.
 *
 * memory: unsafe. With the helper detached, joining it is invalid. With a joinable helper all is well.
 * race: safe, the counter is atomic. assert: safe, 1 after a valid join. deadlock, leak, overflow, uninit: safe.
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
