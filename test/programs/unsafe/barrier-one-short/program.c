/* The exchange in lockstep with the second barrier left out.
 *
 * assert: unsafe. One thread runs on and clears its cell before the other has read it.
 * race: unsafe, that clearing is unordered with the other's read.
 * deadlock: safe, two participants, both arrive once. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int cell[2];

static void *worker(void *arg) {
  int me = (int)(intptr_t)arg;
  cell[me] = me + 10;
  pthread_barrier_wait(&barrier);
  int other = cell[1 - me];
  assert(other == 11 - me);
  cell[me] = 0;
  return NULL;
}

int main(void) {
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_t t1, t2;
  pthread_create(&t1, NULL, worker, (void *)(intptr_t)0);
  pthread_create(&t2, NULL, worker, (void *)(intptr_t)1);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  pthread_barrier_destroy(&barrier);
  return 0;
}
