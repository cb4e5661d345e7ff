/* Message passing with release and acquire.
 *
 * assert: safe, the flag is raised after the data is written.
 * race: safe. The receiver touches the data only after its acquire load has read the release store.
 * Nothing blocks, no heap, no arithmetic.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

static int data;
static atomic_bool flag;

static void *sender(void *arg) {
  data = 42;
  atomic_store_explicit(&flag, true, memory_order_release);
  return arg;
}

static void *receiver(void *arg) {
  if (atomic_load_explicit(&flag, memory_order_acquire)) {
    assert(data == 42);
    data = 43;
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, sender, NULL);
  pthread_create(&t2, NULL, receiver, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(data == 42 || data == 43);
  return 0;
}
