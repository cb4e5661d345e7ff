// Transfers between accounts with two locks taken in address order: the total is conserved at every audit, no deadlock, and the end
// balances are those of the sequential program (no account runs short).
#include <pthread.h>
#include <stdio.h>

enum { ACCOUNTS = 3, ROUNDS = 3 };

static struct account {
  pthread_mutex_t lock;
  int balance;
} accounts[ACCOUNTS];

static int bad_audits;

static void transfer(struct account *from, struct account *to, int amount) {
  struct account *first = from < to ? from : to, *second = from < to ? to : from;
  pthread_mutex_lock(&first->lock);
  pthread_mutex_lock(&second->lock);
  from->balance -= amount;
  to->balance += amount;
  pthread_mutex_unlock(&second->lock);
  pthread_mutex_unlock(&first->lock);
}

static void *teller(void *arg) {
  int me = *(int *)arg;
  for (int i = 0; i < ROUNDS; i++) {
    transfer(&accounts[me], &accounts[(me + 1) % ACCOUNTS], 10 + me);
    transfer(&accounts[(me + 2) % ACCOUNTS], &accounts[me], 3);
  }
  return NULL;
}

static void *auditor(void *arg) {
  for (int round = 0; round < 2; round++) {
    int total = 0;
    for (int i = 0; i < ACCOUNTS; i++) pthread_mutex_lock(&accounts[i].lock);
    for (int i = 0; i < ACCOUNTS; i++) total += accounts[i].balance;
    for (int i = 0; i < ACCOUNTS; i++) pthread_mutex_unlock(&accounts[i].lock);
    bad_audits += total != 100 * ACCOUNTS;
  }
  return arg;
}

int main(void) {
  pthread_t t[ACCOUNTS], a;
  int numbers[ACCOUNTS];
  for (int i = 0; i < ACCOUNTS; i++) {
    pthread_mutex_init(&accounts[i].lock, NULL);
    accounts[i].balance = 100, numbers[i] = i;
  }
  pthread_create(&a, NULL, auditor, NULL);
  for (int i = 0; i < ACCOUNTS; i++) pthread_create(&t[i], NULL, teller, &numbers[i]);
  for (int i = 0; i < ACCOUNTS; i++) pthread_join(t[i], NULL);
  pthread_join(a, NULL);
  for (int i = 0; i < ACCOUNTS; i++) printf("account %d: %d\n", i, accounts[i].balance);
  printf("bad audits %d\n", bad_audits);
  return 0;
}
