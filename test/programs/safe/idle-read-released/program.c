/* As idle-read-relaxed, but the thread that has waited says so by a release, and the other one acquires it.
 *
 * race: safe. The looks in the iterations that wait happen before the store of `go`, and that before the write.
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
  atomic_store_explicit(&go, 1, memory_order_release);
  return arg;
}

static void *writer(void *arg) {
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  while (!atomic_load_explicit(&go, memory_order_acquire));
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
