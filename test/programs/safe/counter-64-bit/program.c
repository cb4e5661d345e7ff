/* A 64-bit byte counter under a mutex, with full-range inputs: the sum may wrap around.
 *
 * assert: safe, the sum modulo 2^64 does not depend on the order. race: safe, total is under the mutex, amount[] before the
 *   creation. overflow: safe, unsigned. deadlock: safe, one lock. memory, leak, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern unsigned long long __VERIFIER_nondet_ulonglong(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long long total = 0xffffffffULL, amount[2];

static void *account(void *arg) {
  unsigned long long *mine = arg;
  pthread_mutex_lock(&lock);
  total += *mine;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  amount[0] = __VERIFIER_nondet_ulonglong();
  amount[1] = __VERIFIER_nondet_ulonglong();
  pthread_t t1, t2;
  pthread_create(&t1, NULL, account, &amount[0]);
  pthread_create(&t2, NULL, account, &amount[1]);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(total - amount[1] == amount[0] + 0xffffffffULL);
  return 0;
}
