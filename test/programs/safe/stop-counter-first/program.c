/* The stop protocol the right way round: a request registers first, then checks the flag, and withdraws if it is set.
 *
 * assert: safe. If stop saw no requests, a later registration is followed by a check of the raised flag.
 * race: safe. The device's plain registers are used by a registered request and by stop after the count fell to zero.
 * deadlock: waiting is by assumption. memory, leak, overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

extern void __VERIFIER_assume(int);

static atomic_bool stopping;
static atomic_int pending;
static int powered = 1;

static void *request(void *arg) {
  atomic_fetch_add(&pending, 1);
  if (!atomic_load(&stopping)) assert(powered == 1);
  atomic_fetch_sub(&pending, 1);
  return arg;
}

static void *stop(void *arg) {
  atomic_store(&stopping, true);
  __VERIFIER_assume(atomic_load(&pending) == 0);
  powered = 0;
  return arg;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, NULL, request, NULL);
  pthread_create(&t2, NULL, request, NULL);
  pthread_create(&t3, NULL, stop, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  pthread_join(t3, NULL);
  return 0;
}
