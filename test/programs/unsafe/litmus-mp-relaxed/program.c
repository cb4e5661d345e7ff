/* Message passing with a relaxed flag: the store does not release, so the data is not published.
 *
 * race: unsafe. The receiver sees the flag and reads the plain data without happens-before.
 * assert: safe under sequential consistency. Nothing blocks, no heap, no arithmetic.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int data;
static atomic_int flag;

static void *sender(void *arg) {
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return arg;
}

static void *receiver(void *arg) {
  if (atomic_load_explicit(&flag, memory_order_acquire)) {
    assert(data == 42);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, sender, NULL);
  pthread_create(&t2, NULL, receiver, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
