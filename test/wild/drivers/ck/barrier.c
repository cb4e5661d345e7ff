/* Two threads, a barrier of ck's between two phases: in the second each reads what the other wrote in the first, and again. */
#include <assert.h>
#include <ck_barrier.h>
#include <pthread.h>
#include <stddef.h>

static ck_barrier_centralized_t barrier = CK_BARRIER_CENTRALIZED_INITIALIZER;
static int written[2];

static void *phases(void *self) {
  ck_barrier_centralized_state_t state = CK_BARRIER_CENTRALIZED_STATE_INITIALIZER;
  int me = self != NULL;
  for (int round = 1; round <= 2; round++) {
    written[me] = round;
    ck_barrier_centralized(&barrier, &state, 2);
    assert(written[!me] == round);
    ck_barrier_centralized(&barrier, &state, 2);
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, phases, &thread);
  phases(NULL);
  pthread_join(thread, NULL);
  return 0;
}
