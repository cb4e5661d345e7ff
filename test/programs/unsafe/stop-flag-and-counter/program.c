/* A driver's stop protocol: requests register in a counter, stop waits for the counter to fall to zero. The request tests
 * the stop flag before it registers.
 *
 * assert: unsafe. A request has seen "not stopping" and has not registered yet; stop raises the flag, sees no requests and
 *   shuts down; the request then works on a stopped device.
 * race: safe, everything is atomic. deadlock: waiting is by assumption. memory, leak, overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

extern void __VERIFIER_assume(int);

static atomic_bool stopping, stopped;
static atomic_int pending;

static void *request(void *arg) {
  if (!atomic_load(&stopping)) {
    atomic_fetch_add(&pending, 1);
    assert(!atomic_load(&stopped));
    atomic_fetch_sub(&pending, 1);
  }
  return arg;
}

static void *stop(void *arg) {
  atomic_store(&stopping, true);
  __VERIFIER_assume(atomic_load(&pending) == 0);
  atomic_store(&stopped, true);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, request, NULL);
  pthread_create(&t2, NULL, stop, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
