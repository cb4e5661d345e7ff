/* A ping-pong whose number of rounds is input: two threads alternate on a turn variable with assumptions.
 *
 * assert: safe. Each round passes the ball once to and fro, so its count is even when ping has it again.
 * race: safe, turn is atomic and hands the plain ball over. overflow: safe, at most four passes. deadlock: waiting is by
 *   assumption. memory, leak, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

static int rounds, ball;
static atomic_int turn;

static void *ping(void *arg) {
  for (int i = 0; i < rounds; i++) {
    __VERIFIER_assume(atomic_load(&turn) == 0);
    assert(ball == 2 * i);
    ball++;
    atomic_store(&turn, 1);
  }
  return arg;
}

static void *pong(void *arg) {
  for (int i = 0; i < rounds; i++) {
    __VERIFIER_assume(atomic_load(&turn) == 1);
    ball++;
    atomic_store(&turn, 0);
  }
  return arg;
}

int main(void) {
  rounds = __VERIFIER_nondet_uchar() % 3;
  pthread_t t1, t2;
  pthread_create(&t1, NULL, ping, NULL);
  pthread_create(&t2, NULL, pong, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(ball == 2 * rounds);
  return 0;
}
