/* Dekker's algorithm: politeness by turn. At most two rounds of contention are followed.
 *
 * assert: safe. A thread enters only after reading the other's flag as 0 while its own is 1.
 * race: safe, the protocol is atomic, and the plain counter is handed over with the flag.
 * deadlock: safe, waiting is by assumption. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

extern void __VERIFIER_assume(int);

static atomic_int wants[2], turn;
static int inside;

static void *process(void *arg) {
  int me = (int)(intptr_t)arg, other = 1 - me;
  wants[me] = 1;
  for (int round = 0; wants[other]; round++) {
    __VERIFIER_assume(round < 2);
    if (turn != me) {
      wants[me] = 0;
      __VERIFIER_assume(turn == me);
      wants[me] = 1;
    }
  }
  inside++;
  assert(inside == 1);
  inside--;
  turn = other;
  wants[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, NULL, process, (void *)(intptr_t)0);
  pthread_create(&t1, NULL, process, (void *)(intptr_t)1);
  pthread_join(t0, NULL);
  pthread_join(t1, NULL);
  return 0;
}
