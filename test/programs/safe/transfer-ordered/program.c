/* The transfers of transfer-by-input with the locks taken by ascending address, and amounts from outside.
 *
 * deadlock: safe, one global order. assert: safe, money is only moved and never below zero.
 * race: safe, balances change under both locks. overflow: safe, amounts below 256 from balances of at most 600.
 * memory: safe, indices are 0 and 1.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

extern bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static struct account {
  pthread_mutex_t lock;
  int balance;
} account[2] = {{PTHREAD_MUTEX_INITIALIZER, 300}, {PTHREAD_MUTEX_INITIALIZER, 300}};

static void *transfer(void *arg) {
  bool swap = __VERIFIER_nondet_bool();
  int amount = __VERIFIER_nondet_uchar();
  struct account *from = &account[swap], *to = &account[!swap];
  pthread_mutex_lock(&account[0].lock);
  pthread_mutex_lock(&account[1].lock);
  if (from->balance >= amount) {
    from->balance -= amount;
    to->balance += amount;
  }
  pthread_mutex_unlock(&account[1].lock);
  pthread_mutex_unlock(&account[0].lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, transfer, NULL);
  pthread_create(&t2, NULL, transfer, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(account[0].balance + account[1].balance == 600);
  assert(account[0].balance >= 0 && account[1].balance >= 0);
  return 0;
}
