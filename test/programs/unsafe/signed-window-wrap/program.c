/* Serial numbers compared the naive way, without regard to wrap-around; the start value is input.
 *
 * assert: unsafe. For a start of 255 the next number is 0, and 0 > 255 is false: the packet counts as old. With any other
 *   start all is well, in every interleaving.
 * race: safe, atomic. overflow: safe. Nothing blocks, no heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static _Atomic uint8_t newest;
static uint8_t start;

static void *receiver(void *arg) {
  uint8_t number = start + 1;
  if (number > start) atomic_store(&newest, number);
  return arg;
}

static void *watcher(void *arg) {
  uint8_t seen = atomic_load(&newest);
  assert(seen == start || seen == (uint8_t)(start + 1));
  return arg;
}

int main(void) {
  start = __VERIFIER_nondet_uchar();
  atomic_store(&newest, start);
  pthread_t t1, t2;
  pthread_create(&t1, NULL, receiver, NULL);
  pthread_create(&t2, NULL, watcher, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(atomic_load(&newest) != start);
  return 0;
}
