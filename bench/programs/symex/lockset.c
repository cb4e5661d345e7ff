/* N threads, K accesses each to one variable, all under one lock (PDPOR, section 6, race conditions). No two of them race; with -DBAD the last thread reads once
   outside the lock. */
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif
#ifndef K
#define K 3
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *work(void *arg) {
  size_t me = (size_t)arg;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < K; i++) shared = (int)me + i;
  pthread_mutex_unlock(&lock);
#ifdef BAD
  if (me == N - 1) return (void *)(size_t)shared;
#endif
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (size_t i = 0; i < N; i++) pthread_create(&t[i], NULL, work, (void *)i);
  for (size_t i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
