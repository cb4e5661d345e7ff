/* Szymanski's waiting-room algorithm for two processes, each passing once.
 *
 * assert: safe. State 3 is the doorway, 2 waits for a companion, 4 has closed the door; inside the room the lower id goes
 *   first.
 * race: safe, the protocol is atomic and leaving (state 0) hands the plain counter over.
 * deadlock: safe, waiting is by assumption. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

extern void __VERIFIER_assume(int);

static atomic_int state[2];
static int inside;

static void *process(void *arg) {
  int me = (int)(intptr_t)arg, other = 1 - me;
  state[me] = 1;
  __VERIFIER_assume(state[other] < 3);
  state[me] = 3;
  if (state[other] == 1) {
    state[me] = 2;
    __VERIFIER_assume(state[other] == 4);
  }
  state[me] = 4;
  if (me == 1) __VERIFIER_assume(state[0] < 2);
  inside++;
  assert(inside == 1);
  inside--;
  if (me == 0) {
    int s = state[1];
    __VERIFIER_assume(s < 2 || s > 3);
  }
  state[me] = 0;
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
