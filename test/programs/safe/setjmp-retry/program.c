/* Each worker has its own jump buffer and retries a failed transaction once, releasing the lock before it jumps.
 *
 * assert: safe, each worker commits exactly once. race: safe, commits is under the mutex. deadlock: safe, the lock is
 *   released on both paths. memory: safe, the jump goes to a live frame. uninit: attempts is volatile and initialised.
 */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>

extern bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int commits;

static void transaction(jmp_buf retry, bool may_fail) {
  pthread_mutex_lock(&lock);
  if (may_fail && __VERIFIER_nondet_bool()) {
    pthread_mutex_unlock(&lock);
    longjmp(retry, 1);
  }
  commits++;
  pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
  jmp_buf retry;
  volatile int attempts = 0;
  setjmp(retry);
  attempts = attempts + 1;
  transaction(retry, attempts == 1);
  assert(attempts <= 2);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, worker, NULL);
  pthread_create(&t2, NULL, worker, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(commits == 2);
  return 0;
}
