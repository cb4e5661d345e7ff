/* A single-producer single-consumer ring of two slots; head and tail are bytes that run freely and wrap around.
 *
 * assert: safe, values arrive in order. race: safe: a slot is written before tail is released and read after it is
 *   acquired, and reused after head is released and acquired.
 * memory: safe, indices are masked. overflow: safe, unsigned char arithmetic by conversion. Nothing blocks: a full or
 *   empty ring is left alone by assumption. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern void __VERIFIER_assume(int);

static int slot[2];
static _Atomic unsigned char head = 254, tail = 254;

static void *producer(void *arg) {
  for (int value = 1; value <= 3; value++) {
    unsigned char t = atomic_load_explicit(&tail, memory_order_relaxed);
    unsigned char used = t - atomic_load_explicit(&head, memory_order_acquire);
    __VERIFIER_assume(used < 2);
    slot[t & 1] = value;
    atomic_store_explicit(&tail, (unsigned char)(t + 1), memory_order_release);
  }
  return arg;
}

static void *consumer(void *arg) {
  for (int expected = 1; expected <= 3; expected++) {
    unsigned char h = atomic_load_explicit(&head, memory_order_relaxed);
    __VERIFIER_assume(h != atomic_load_explicit(&tail, memory_order_acquire));
    assert(slot[h & 1] == expected);
    atomic_store_explicit(&head, (unsigned char)(h + 1), memory_order_release);
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
