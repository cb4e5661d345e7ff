/* Interrupt flags handled with every read-modify-write of stdatomic.h.
 *
 * assert: safe. Each bit has one owner that sets it, and bit 2 is toggled twice, so the final word is the same in all
 *   orders; an operation returns the bit it has found.
 * race: safe, atomic. overflow: safe, unsigned. deadlock, memory, leak, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_uint pending = 8;

static void *device(void *arg) {
  unsigned before = atomic_fetch_or(&pending, 1);
  assert((before & 1) == 0);
  atomic_fetch_xor(&pending, 4);
  return arg;
}

static void *handler(void *arg) {
  unsigned before = atomic_fetch_and(&pending, ~8u);
  assert(before & 8);
  atomic_fetch_xor(&pending, 4);
  atomic_fetch_or(&pending, 2);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, device, NULL);
  pthread_create(&t2, NULL, handler, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(atomic_exchange(&pending, 0) == 3);
  assert(atomic_load(&pending) == 0);
  return 0;
}
