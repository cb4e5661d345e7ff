/* Two threads exchange their cells in lockstep: write own, barrier, read the other's, barrier, write own again.
 *
 * assert: safe. Between the barriers both cells hold the first phase's values.
 * race: safe, the barriers order every write against the other's reads. deadlock: safe, two participants, both arrive
 *   twice. Exactly one wait returns PTHREAD_BARRIER_SERIAL_THREAD. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int cell[2];
static atomic_int serial;

static void *worker(void *arg) {
  int me = (int)(intptr_t)arg;
  cell[me] = me + 10;
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) atomic_fetch_add(&serial, 1);
  assert(cell[1 - me] == 11 - me);
  pthread_barrier_wait(&barrier);
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
  assert(atomic_load(&serial) == 1);
  return 0;
}
