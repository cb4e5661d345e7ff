/* Peterson's algorithm with seq_cst atomics; waiting is modelled by an assumption.
 *
 * assert: safe, the classic argument: the one who wrote turn last waits while the other is interested.
 * race: safe. The plain counter is touched in the critical section only, and the thread that enters second has read the
 *   first one's flag = 0.
 * deadlock: safe, nothing blocks (a false assumption just stops the thread). No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

extern void __VERIFIER_assume(int);

static atomic_int flag[2], turn;
static int inside;

static void critical_section(void) {
  inside++;
  assert(inside == 1);
  inside--;
}

static void *process0(void *arg) {
  flag[0] = 1;
  turn = 1;
  __VERIFIER_assume(flag[1] == 0 || turn == 0);
  critical_section();
  flag[0] = 0;
  return arg;
}

static void *process1(void *arg) {
  flag[1] = 1;
  turn = 0;
  __VERIFIER_assume(flag[0] == 0 || turn == 1);
  critical_section();
  flag[1] = 0;
  return arg;
}

int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, NULL, process0, NULL);
  pthread_create(&t1, NULL, process1, NULL);
  pthread_join(t0, NULL);
  pthread_join(t1, NULL);
  return 0;
}
