/* Lamport's fast mutual exclusion for two threads, with its jumps; one restart is followed, then the thread gives up.
 *
 * assert: safe. Without contention x and y alone decide; with contention the slow path waits for both busy flags to
 *   fall and then trusts y.
 * race: safe, the protocol is atomic, and y = 0 hands the section over.
 * deadlock: safe, waiting is by assumption. No heap, small numbers, indices 1 and 2 of an array of 3.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

extern void __VERIFIER_assume(int);

static atomic_int x, y, busy[3];
static int owner;

static void *contender(void *arg) {
  int me = (int)(intptr_t)arg, restarts = 0;
start:
  __VERIFIER_assume(restarts++ < 2);
  busy[me] = 1;
  x = me;
  if (y != 0) {
    busy[me] = 0;
    __VERIFIER_assume(y == 0);
    goto start;
  }
  y = me;
  if (x != me) {
    busy[me] = 0;
    __VERIFIER_assume(busy[1] == 0);
    __VERIFIER_assume(busy[2] == 0);
    if (y != me) {
      __VERIFIER_assume(y == 0);
      goto start;
    }
  }
  owner = me;
  assert(owner == me);
  y = 0;
  busy[me] = 0;
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
