/* Two accounts, each with its own lock, and two transfers in opposite directions. Each transfer locks the account it takes
 * from first: if both get that far, neither gets any further.
 *
 *   ravel check examples/deadlock.c
 *
 * The usual cure is an order among the locks: always take the account with the lower number first.
 */
#include <pthread.h>
#include <stddef.h>

struct account {
  pthread_mutex_t lock;
  long balance;
};

static struct account accounts[2] = {
    {PTHREAD_MUTEX_INITIALIZER, 100},
    {PTHREAD_MUTEX_INITIALIZER, 100},
};

static void transfer(struct account *from, struct account *to, long amount) {
  pthread_mutex_lock(&from->lock);
  pthread_mutex_lock(&to->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&to->lock);
  pthread_mutex_unlock(&from->lock);
}

static void *rent(void *unused) {
  transfer(&accounts[0], &accounts[1], 40);
  return unused;
}

static void *refund(void *unused) {
  transfer(&accounts[1], &accounts[0], 5);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, rent, NULL);
  pthread_create(&b, NULL, refund, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
