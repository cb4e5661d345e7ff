/* N threads put four messages each into one hash table by compare-and-swap, probing linearly (the DPOR paper's indexer). Up to 11
   threads no two use the same entry; with 12 or more, some do. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 12
#endif
#define SIZE 128
#define MESSAGES 4

static atomic_int table[SIZE];

static void *insert(void *arg) {
  int id = (int)(size_t)arg;
  for (int m = 1; m <= MESSAGES; m++) {
    int w = m * 11 + id;
    int h = (w * 7) % SIZE;
    for (;;) {
      int empty = 0;
      if (atomic_compare_exchange_strong(&table[h], &empty, w)) break;
      h = (h + 1) % SIZE;
    }
  }
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (size_t i = 0; i < N; i++) pthread_create(&t[i], NULL, insert, (void *)i);
  for (size_t i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
