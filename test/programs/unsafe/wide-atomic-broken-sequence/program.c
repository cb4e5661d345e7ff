/* An atomic object of 24 bytes: one thread stores it with release, another one replaces it by a relaxed store, the third acquires.
 *
 * race: unsafe. The relaxed store heads no release sequence and does not belong to the first thread's: who reads it is not ordered after that
 * thread, whatever was stored before. assert: none. deadlock, memory: safe.
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
  atomic_store_explicit(&shared, t, memory_order_release);
  return arg;
}

static void *replacer(void *arg) {
  struct triple t = atomic_load_explicit(&shared, memory_order_relaxed);
  if (t.a == 1) {
    t.a = 2;
    atomic_store_explicit(&shared, t, memory_order_relaxed);
  }
  return arg;
}

static void *reader(void *arg) {
  struct triple t = atomic_load_explicit(&shared, memory_order_acquire);
  if (t.a == 2) x = 2;
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, publisher, NULL);
  pthread_create(&t[1], NULL, replacer, NULL);
  pthread_create(&t[2], NULL, reader, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  return 0;
}
