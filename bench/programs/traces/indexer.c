/* N threads put four messages each into one hash table, probing linearly (the DPOR paper's indexer), by compare-and-swap; but entry 26 is first read and then written.
   Asserted: a message there is not overwritten. Two messages start at that entry if N > 11, and may overwrite one another; the other collisions, which are
   more with each thread, are what a search enumerates before it comes to that one. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 12
#endif
#define SIZE 128
#define MESSAGES 4
#define ENTRY 26

static atomic_int table[SIZE];

static int take(int h, int w) {
  int empty = 0;
  if (h != ENTRY) return atomic_compare_exchange_strong(&table[h], &empty, w);
  if (table[h] != 0) return 0;
  table[h] = w;
  return 1;
}

static void *insert(void *arg) {
  int id = (int)(size_t)arg, kept = 0;
  for (int m = 1; m <= MESSAGES; m++) {
    int w = (m * 11 + id) * 32 + id; /* the message, and whose it is */
    int h = ((m * 11 + id) * 7) % SIZE;
    while (!take(h, w)) h = (h + 1) % SIZE;
    if (h == ENTRY) kept = w;
  }
  if (kept != 0) assert(table[ENTRY] == kept);
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (size_t i = 0; i < N; i++) pthread_create(&t[i], NULL, insert, (void *)i);
  for (size_t i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
