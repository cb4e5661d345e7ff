/* Two accounts of the heap, each with a lock. One thread takes the locks by address, the other takes that of the older account first.
 *
 * deadlock: unsafe. If the older account has the higher address, the two orders differ. Only with such a placement.
 * assert, race: safe, balances change under both locks. memory, leak: safe, freed when both threads have ended; a run that is stuck
 *   does not end. overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account *older, *younger;

static struct account *open_account(int balance) {
  struct account *a = malloc(sizeof *a);
  pthread_mutex_init(&a->lock, NULL);
  a->balance = balance;
  return a;
}

static void close_account(struct account *a) {
  pthread_mutex_destroy(&a->lock);
  free(a);
}

static void move(struct account *first, struct account *second, int amount) {
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  older->balance += amount;
  younger->balance -= amount;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
}

static void *by_address(void *arg) {
  if (older < younger)
    move(older, younger, 1);
  else
    move(younger, older, 1);
  return arg;
}

static void *by_age(void *arg) {
  move(older, younger, -2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  older = open_account(5);
  younger = open_account(5);
  pthread_create(&a, NULL, by_address, NULL);
  pthread_create(&b, NULL, by_age, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(older->balance + younger->balance == 10);
  close_account(older);
  close_account(younger);
  return 0;
}
