/* Threads insert messages into an open-addressing hash table with compare-and-swap. Up to eleven threads never meet in
 * one slot, so a partial order reduction that distinguishes addresses needs a single run.
 *
 * assert: safe. The numbers w = m * 11 + id are distinct and below 128 for id < 11, multiplication by 7 is injective
 *   modulo 128: every message sits in its home slot.
 * race: safe, the slots are atomic. memory: safe, h is taken modulo the size. Nothing blocks; the probing loop ends at
 *   once. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 3 /* more by -DTHREADS=… */
#endif
#define MESSAGES 4
#define SIZE 128

static atomic_int table[SIZE];

static void *insert(void *arg) {
  int id = (int)(intptr_t)arg;
  for (int m = 1; m <= MESSAGES; m++) {
    int w = m * 11 + id;
    int h = (w * 7) % SIZE;
    int empty = 0;
    while (!atomic_compare_exchange_strong(&table[h], &empty, w)) {
      h = (h + 1) % SIZE;
      empty = 0;
    }
  }
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (intptr_t id = 0; id < THREADS; id++) pthread_create(&thread[id], NULL, insert, (void *)id);
  for (int id = 0; id < THREADS; id++) pthread_join(thread[id], NULL);
  for (int id = 0; id < THREADS; id++)
    for (int m = 1; m <= MESSAGES; m++) {
      int w = m * 11 + id;
      assert(table[(w * 7) % SIZE] == w);
    }
  return 0;
}
