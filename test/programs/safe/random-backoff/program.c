/* Two threads choose a slot at random; the second to come to a slot takes the next one.
 *
 * assert: safe. Exchange gives a slot to one thread only, and with three slots there is always a second choice.
 * race: safe, slots are atomic. memory: safe, indices modulo 3 of a number that is never negative. overflow: safe.
 * deadlock: nothing blocks. leak, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static atomic_int slot[3];

static void *choose(void *arg) {
  int me = (int)(intptr_t)arg;
  int index = rand() % 3;
  int nobody = 0;
  if (!atomic_compare_exchange_strong(&slot[index], &nobody, me)) {
    index = (index + 1) % 3;
    atomic_store(&slot[index], me);
  }
  assert(atomic_load(&slot[index]) == me);
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, choose, (void *)(intptr_t)1);
  pthread_create(&t2, NULL, choose, (void *)(intptr_t)2);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(atomic_load(&slot[0]) + atomic_load(&slot[1]) + atomic_load(&slot[2]) == 3);
  return 0;
}
