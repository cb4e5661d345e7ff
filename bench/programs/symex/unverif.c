/* Threads that start others: the first of N to come starts a thread that takes the entry back, all under a lock (AGSE, unverif). Asserted: the number of entries is never negative,
   and 0 after the thread that was started has ended. With -DBAD the started thread counts down without the lock, in two steps. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int entries;

static void *takeBack(void *arg) {
#ifdef BAD
  entries = entries - 1;
#else
  pthread_mutex_lock(&lock);
  entries = entries - 1;
  pthread_mutex_unlock(&lock);
#endif
  return arg;
}

static void *enter(void *arg) {
  pthread_t helper;
  pthread_mutex_lock(&lock);
  entries = entries + 1;
  pthread_create(&helper, NULL, takeBack, NULL);
  pthread_mutex_unlock(&lock);
  pthread_join(helper, NULL);
  return arg;
}

int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, enter, NULL);
  for (int i = 0; i < N; i++) pthread_join(t[i], NULL);
  assert(entries == 0);
  return 0;
}
