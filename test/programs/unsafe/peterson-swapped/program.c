/* Peterson's algorithm with the two announcements in the wrong order: turn first, interest second.
 *
 * assert: unsafe. Process 0 gives the turn away; process 1 gives it back, announces itself, sees flag[0] == 0 and enters;
 *   process 0 now announces itself, sees turn == 0 and enters as well.
 * race: unsafe, the plain counter in the section is then touched by both. The protocol variables are atomic.
 * deadlock: safe, nothing blocks. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

extern void __VERIFIER_assume(int);

static atomic_int flag[2], turn;
static int inside;

static void *process(void *arg) {
  int me = (int)(intptr_t)arg, other = 1 - me;
  turn = other;
  flag[me] = 1;
  __VERIFIER_assume(flag[other] == 0 || turn == me);
  inside++;
  assert(inside == 1);
  inside--;
  flag[me] = 0;
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
