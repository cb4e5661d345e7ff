/* A lock that tests and sets in two steps; owner is who believes to hold it.
 *
 * assert: unsafe. Both read lock == 0, both set it, the second overwrites owner before the first has checked it.
 * race: unsafe, owner is plain. lock itself is atomic. Nothing blocks (a taken lock is just given up), no heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int lock;
static int owner;

static void *contender(void *arg) {
  int me = (int)(intptr_t)arg;
  if (atomic_load(&lock) == 0) {
    atomic_store(&lock, 1);
    owner = me;
    assert(owner == me);
    atomic_store(&lock, 0);
  }
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, contender, (void *)(intptr_t)1);
  pthread_create(&t2, NULL, contender, (void *)(intptr_t)2);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
