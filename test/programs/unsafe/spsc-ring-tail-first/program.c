/* The ring again, with a producer that announces the slot before it has filled it.
 *
 * assert: unsafe. The consumer sees the new tail and reads 0 from the empty slot.
 * race: unsafe, the slot is written after the release. Nothing blocks, indices are masked, no heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static int slot[2];
static atomic_uint head, tail;

static void *producer(void *arg) {
  for (int value = 1; value <= 2; value++) {
    unsigned t = atomic_load(&tail);
    atomic_store(&tail, t + 1);
    slot[t & 1] = value;
  }
  return arg;
}

static void *consumer(void *arg) {
  for (int expected = 1; expected <= 2; expected++) {
    unsigned h = atomic_load(&head);
    if (h == atomic_load(&tail)) break;
    int value = slot[h & 1];
    assert(value == expected);
    atomic_store(&head, h + 1);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, producer, NULL);
  pthread_create(&t2, NULL, consumer, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
