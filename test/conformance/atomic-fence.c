// Fences of all kinds: relaxed accesses ordered by release and acquire fences pass a message; a reader that sees the flag sees
// the data, and one that does not reads none.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static int data;
static atomic_int flag;

static void *writer(void *arg) {
  data = 42;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return arg;
}

static void *reader(void *arg) {
  (void)arg;
  if (atomic_load_explicit(&flag, memory_order_relaxed) == 0) return (void *)(intptr_t)42;
  atomic_thread_fence(memory_order_acquire);
  return (void *)(intptr_t)data;
}

int main(void) {
  pthread_t w, r;
  void *seen;
  pthread_create(&w, NULL, writer, NULL);
  pthread_create(&r, NULL, reader, NULL);
  pthread_join(w, NULL);
  pthread_join(r, &seen);
  printf("seen %d\n", (int)(intptr_t)seen);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_thread_fence(memory_order_acq_rel);
  atomic_thread_fence(memory_order_relaxed);
  atomic_signal_fence(memory_order_seq_cst);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_signal_fence(__ATOMIC_ACQUIRE);
  __sync_synchronize();
  printf("flag %d\n", flag);
  return 0;
}
