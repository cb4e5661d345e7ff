/* As wide-atomic-broken-sequence, but the second thread replaces the object by a relaxed compare-exchange.
 *
 * race: safe. A read-modify-write continues the release sequence of the store it reads from, whatever its order and whatever the size of the
 * object: who acquires the replaced value is ordered after the first thread. The exchange succeeds once at most.
 * assert: none. deadlock, memory, uninit: safe.
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
  struct triple old = {1, 1, 1}, new = {2, 1, 1};
  atomic_compare_exchange_strong_explicit(&shared, &old, new, memory_order_relaxed, memory_order_relaxed);
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
