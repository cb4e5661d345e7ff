/* Two withdrawals of arbitrary amounts from one account, checked and booked in one critical section.
 *
 * assert: safe. The balance never becomes negative, whatever the amounts and their order.
 * race: safe, all under the mutex. overflow: safe, 0 <= amount <= balance <= 100 where it is subtracted.
 * deadlock: safe, one lock, released on both paths. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *withdraw(void *arg) {
  int amount = __VERIFIER_nondet_int();
  pthread_mutex_lock(&lock);
  if (amount >= 0 && amount <= balance) {
    balance -= amount;
    assert(balance >= 0);
  }
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, withdraw, NULL);
  pthread_create(&t2, NULL, withdraw, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(balance >= 0 && balance <= 100);
  return 0;
}
