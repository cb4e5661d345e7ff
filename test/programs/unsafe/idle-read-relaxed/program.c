/* A thread reads x while it waits for a flag, and then lets the other one continue, by relaxed atomics.
 *
 * race: unsafe. The read in an iteration that waits and the write of x are ordered in time, since the writer waits for `go`, but by no
 * happens-before edge: the only accesses between them are relaxed. The iteration changes nothing, and yet it cannot be left out.
 * assert: none. deadlock: safe, each wait ends. No heap, nothing uninitialised.
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, go;
static int x;

static void *looker(void *arg) {
  while (!atomic_load_explicit(&flag, memory_order_relaxed)) {
    int seen = x;
    (void)seen;
  }
  atomic_store_explicit(&go, 1, memory_order_relaxed);
  return arg;
}

static void *writer(void *arg) {
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  while (!atomic_load_explicit(&go, memory_order_relaxed));
  x = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, looker, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
