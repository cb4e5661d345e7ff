/* A slot holds the address of a block with a mark in its lowest bit, which alignment leaves free. One thread marks the slot; the other takes the
 * block out of it, whether it is marked or not, and fills it.
 *
 * assert: safe: the address without the mark is that of the block, at most one mark is set, and differences of addresses inside the block are what they
 *   should be, wherever it lies. race: safe, the slot is atomic, and the block is touched by the thread that took it, then by main.
 * memory, leak: safe, main frees the block. deadlock: safe, nothing waits. overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { MARK = 1 };

static atomic_uintptr_t slot;
static int *block;

static void *mark(void *arg) {
  uintptr_t old = atomic_load(&slot);
  if (old != 0) atomic_compare_exchange_strong(&slot, &old, old | MARK);
  return arg;
}

static void *take(void *arg) {
  uintptr_t old = atomic_exchange(&slot, 0);
  int *p = (int *)(old & ~(uintptr_t)MARK);
  assert(p == block && (old & 7) <= MARK);
  for (int *q = p; q < p + 4; q++) *q = (int)(q - p);
  return arg;
}

int main(void) {
  pthread_t a, b;
  block = malloc(4 * sizeof *block);
  atomic_store(&slot, (uintptr_t)block);
  pthread_create(&a, NULL, mark, NULL);
  pthread_create(&b, NULL, take, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(block[3] == 3 && (uintptr_t)&block[3] - (uintptr_t)block == 3 * sizeof *block);
  free(block);
  return 0;
}
