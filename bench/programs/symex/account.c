/* Deposits and withdrawals on one account, of amounts that are not known, and a thread that checks the result (AGSE, account). Asserted: if both have been done, the balance is
   right. With -DBAD a withdrawal reads the balance before it has the lock. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int balance;
static int x, y, z;
static int hasDeposited, hasWithdrawn;

static void *deposit(void *arg) {
  pthread_mutex_lock(&lock);
  balance = balance + y;
  hasDeposited = 1;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *withdraw(void *arg) {
#ifdef BAD
  int before = balance;
  pthread_mutex_lock(&lock);
#else
  pthread_mutex_lock(&lock);
  int before = balance;
#endif
  balance = before - z;
  hasWithdrawn = 1;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *check(void *arg) {
  pthread_mutex_lock(&lock);
  if (hasDeposited && hasWithdrawn) assert(balance == x + y - z);
  pthread_mutex_unlock(&lock);
  return arg;
}

static int amount(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 < n && n < 1000);
  return n;
}

int main(void) {
  pthread_t a, b, c;
  x = amount();
  y = amount();
  z = amount();
  balance = x;
  pthread_create(&a, NULL, deposit, NULL);
  pthread_create(&b, NULL, withdraw, NULL);
  pthread_create(&c, NULL, check, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  return 0;
}
