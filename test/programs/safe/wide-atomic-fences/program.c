/* A large object published by a fence and a relaxed store, and read by a relaxed load and a fence.
 *
 * race: safe. Release fence, relaxed store, relaxed load that reads it, acquire fence: they synchronise (C11 7.17.4), whatever the size of the
 * atomic object. assert: none. deadlock, memory: safe.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct triple {
  long a, b, c;
};

static _Atomic struct triple shared;
static int x;

static void *publisher(void *arg) {
  struct triple t = {1, 1, 1};
  x = 1;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&shared, t, memory_order_relaxed);
  return arg;
}

static void *reader(void *arg) {
  struct triple t = atomic_load_explicit(&shared, memory_order_relaxed);
  if (t.a == 1) {
    atomic_thread_fence(memory_order_acquire);
    x = 2;
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, publisher, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
