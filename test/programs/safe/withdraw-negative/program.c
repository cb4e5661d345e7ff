/* As withdraw-checked, but negative amounts are not rejected.
 *
 * overflow: unsafe. Amounts of -2147483647 - 1 and the like pass the check, and balance - amount exceeds INT_MAX.
 * There is no assertion, and race, deadlock, memory are safe: one mutex around every access, no heap.
 */
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *withdraw(void *arg) {
  int amount = __VERIFIER_nondet_int();
  pthread_mutex_lock(&lock);
  if (amount <= balance) balance = balance - amount;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, withdraw, NULL);
  pthread_create(&t2, NULL, withdraw, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
