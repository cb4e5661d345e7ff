/* Two arbitrary amounts are added to a total under a lock.
 *
 * overflow: unsafe. Two large amounts of the same sign exceed the range of int (and wrap around).
 * race: safe, all under the mutex. assert: none. deadlock: safe, one lock. memory, leak, uninit: safe.
 */
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add(void *arg) {
  int amount = __VERIFIER_nondet_int();
  pthread_mutex_lock(&lock);
  total += amount;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, add, NULL);
  pthread_create(&t2, NULL, add, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
