/* Two accounts, one static and one on the heap, each with a lock. A transfer takes both locks, that of the lower address first.
 *
 * deadlock: safe. Whichever account lies lower, both threads take its lock first.
 * assert, race: safe, balances change under both locks, and main reads them after joining. memory, leak: safe, the account of the heap is freed
 *   when both threads have ended. overflow: safe, small sums. uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account savings = {PTHREAD_MUTEX_INITIALIZER, 10};
static struct account *checking;

static void transfer(struct account *from, struct account *to, int amount) {
  struct account *low = (uintptr_t)from < (uintptr_t)to ? from : to;
  struct account *high = low == from ? to : from;
  pthread_mutex_lock(&low->lock);
  pthread_mutex_lock(&high->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&high->lock);
  pthread_mutex_unlock(&low->lock);
}

static void *deposit(void *arg) {
  transfer(checking, &savings, 3);
  return arg;
}

static void *withdraw(void *arg) {
  transfer(&savings, checking, 4);
  return arg;
}

int main(void) {
  pthread_t a, b;
  checking = malloc(sizeof *checking);
  pthread_mutex_init(&checking->lock, NULL);
  checking->balance = 5;
  pthread_create(&a, NULL, deposit, NULL);
  pthread_create(&b, NULL, withdraw, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(savings.balance + checking->balance == 15);
  pthread_mutex_destroy(&checking->lock);
  free(checking);
  return 0;
}
