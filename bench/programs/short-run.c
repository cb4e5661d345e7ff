/* Two threads of 2 N visible steps each, six by default: for the number of whole runs per second. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static atomic_int a, b;

static void *work(void *arg) {
  atomic_int *mine = arg ? &a : &b;
  atomic_int *other = arg ? &b : &a;
  for (int i = 0; i < N; i++) atomic_store(mine, atomic_load(other) + 1);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, work, NULL);
  pthread_create(&t[1], NULL, work, &a);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
  return 0;
}
