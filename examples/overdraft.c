/* A failure that needs the right input as well as the right order: with a balance that covers one withdrawal but not two, both
 * tellers can see enough money before either takes it. Every access is under the lock, so there is no data race to be found.
 *
 *   ravel check examples/overdraft.c
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static int enough(int amount) {
  pthread_mutex_lock(&lock);
  int answer = balance >= amount;
  pthread_mutex_unlock(&lock);
  return answer;
}

static void *teller(void *unused) {
  if (enough(30)) {
    pthread_mutex_lock(&lock);
    balance -= 30;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  balance = __VERIFIER_nondet_int();
  __VERIFIER_assume(balance >= 0 && balance <= 100);
  pthread_t a, b;
  pthread_create(&a, NULL, teller, NULL);
  pthread_create(&b, NULL, teller, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(balance >= 0);
  return 0;
}
