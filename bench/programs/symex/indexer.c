/* N threads put four messages each into a hash table with linear probing (AGSE, indexer). Asserted: each finds its message where it put it. From 12 threads on, some use the
   same entry. With -DBAD an entry is tested and then taken in two steps. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 12
#endif
#define SIZE 128
#define MESSAGES 4

static atomic_int table[SIZE];

static _Bool take(int h, int w) {
#ifdef BAD
  if (table[h] != 0) return 0;
  table[h] = w;
  return 1;
#else
  int empty = 0;
  return atomic_compare_exchange_strong(&table[h], &empty, w);
#endif
}

static void *insert(void *arg) {
  int id = (int)(size_t)arg, place[MESSAGES];
  for (int m = 0; m < MESSAGES; m++) {
    int w = (m + 1) * 11 + id, h = (w * 7) % SIZE;
    /* whose message it is stands above the message */
    while (!take(h, w + 4096 * (id + 1))) h = (h + 1) % SIZE;
    place[m] = h;
  }
  for (int m = 0; m < MESSAGES; m++) assert(table[place[m]] / 4096 == id + 1);
  return NULL;
}

int main(void) {
  pthread_t t[N];
  for (size_t i = 0; i < N; i++) pthread_create(&t[i], NULL, insert, (void *)i);
  for (size_t i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
