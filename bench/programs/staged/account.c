/* N threads, main among them. Each uses an account that it shares with its neighbour: it deposits, withdraws if the balance allows it, and
   counts the movement in the bank's books. Every account and the books have a lock. With -DBAD the last thread reads the balance without it. */
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif
#define WORKERS (N - 1)
#define ACCOUNTS ((WORKERS + 1) / 2)

static struct { pthread_mutex_t lock; int balance, moves; } account[ACCOUNTS];
static pthread_mutex_t books = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work(void *arg) {
  size_t id = (size_t)arg;
  size_t own = id / 2;
  int drawn = 0;
#ifdef BAD
  if (id == WORKERS - 1 && account[own].balance > 100) return NULL;
#endif
  pthread_mutex_lock(&account[own].lock);
  account[own].balance += 10;
  if (account[own].balance >= 15) {
    account[own].balance -= 15;
    drawn = 15;
  }
  account[own].moves++;
  pthread_mutex_unlock(&account[own].lock);
  pthread_mutex_lock(&books);
  total += 10 - drawn;
  pthread_mutex_unlock(&books);
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < ACCOUNTS; i++) pthread_mutex_init(&account[i].lock, NULL);
  for (size_t i = 0; i < WORKERS; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (size_t i = 0; i < WORKERS; i++) pthread_join(t[i], NULL);
  return 0;
}
