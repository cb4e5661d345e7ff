/* Transfers between accounts lock the source first and the target second; who pays whom is input.
 *
 * deadlock: unsafe. One transfer from 0 to 1 and one from 1 to 0, at the same time.
 * assert: safe, money is only moved. race: safe, balances change under both locks. memory: safe, indices are 0 and 1.
 * overflow: safe, amounts of 10 from 100. A transfer to oneself is refused before any lock is taken.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

extern bool __VERIFIER_nondet_bool(void);

static struct account {
  pthread_mutex_t lock;
  int balance;
} account[2] = {{PTHREAD_MUTEX_INITIALIZER, 100}, {PTHREAD_MUTEX_INITIALIZER, 100}};

static void *transfer(void *arg) {
  struct account *from = &account[__VERIFIER_nondet_bool()], *to = &account[__VERIFIER_nondet_bool()];
  if (from == to) return arg;
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->balance -= 10;
  to->balance += 10;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, transfer, NULL);
  pthread_create(&t2, NULL, transfer, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(account[0].balance + account[1].balance == 200);
  return 0;
}
