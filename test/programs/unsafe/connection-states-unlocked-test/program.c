/* A state machine with atomic state: the test of the state and the change are two steps.
 *
 * assert: unsafe. Both threads see OPEN and both close: the file descriptor is closed twice.
 * race: safe, atomic. memory, overflow, leak, uninit: safe. deadlock: nothing blocks.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

extern bool __VERIFIER_nondet_bool(void);

enum state { OPEN, HALF_CLOSED, CLOSED };

static _Atomic(enum state) state = OPEN;
static atomic_int closings;

static void *hang_up(void *arg) {
  bool politely = __VERIFIER_nondet_bool();
  switch (atomic_load(&state)) {
    case OPEN:
      if (politely) {
        enum state expected = OPEN;
        atomic_compare_exchange_strong(&state, &expected, HALF_CLOSED);
        break;
      }
      /* fall through */
    case HALF_CLOSED:
      atomic_store(&state, CLOSED);
      atomic_fetch_add(&closings, 1);
      break;
    case CLOSED:
      break;
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, hang_up, NULL);
  pthread_create(&t2, NULL, hang_up, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(atomic_load(&closings) <= 1);
  return 0;
}
