/* A thread reads a block while it waits; the other one frees the block when it learns that the wait has ended.
 *
 * race: unsafe. `go` is stored relaxed, so that nothing orders the look before the free.
 * memory: safe, the free comes after the wait in every run, and no thread reads it later. leak: safe, it is freed.
 * assert: none. deadlock: safe. uninit: safe, the block is written before the threads start.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int flag, go;
static int *block;

static void *looker(void *arg) {
  while (!atomic_load_explicit(&flag, memory_order_acquire)) {
    int seen = *block;
    (void)seen;
  }
  atomic_store_explicit(&go, 1, memory_order_relaxed);
  return arg;
}

static void *owner(void *arg) {
  atomic_store_explicit(&flag, 1, memory_order_release);
  while (!atomic_load_explicit(&go, memory_order_acquire));
  free(block);
  return arg;
}

int main(void) {
  pthread_t a, b;
  block = malloc(sizeof *block);
  *block = 1;
  pthread_create(&a, NULL, looker, NULL);
  pthread_create(&b, NULL, owner, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
