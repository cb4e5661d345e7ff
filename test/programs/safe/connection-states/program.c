/* A connection's state machine, a switch under a lock, driven by two threads with arbitrary events.
 *
 * assert: safe. CLOSED is never left, and data is sent only when OPEN. race: safe, all under the mutex.
 * memory: no pointers or indices. deadlock: safe, one lock, one exit. overflow: at most four packets. uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern unsigned __VERIFIER_nondet_uint(void);

enum state { IDLE, OPEN, CLOSED };
enum event { CONNECT, SEND, CLOSE, EVENTS };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum state state = IDLE;
static int packets, closings;

static void handle(enum event event) {
  pthread_mutex_lock(&lock);
  switch (state) {
    case IDLE:
      if (event == CONNECT) state = OPEN;
      if (event != CLOSE) break;
      goto close;
    case OPEN:
      if (event == SEND) packets++;
      if (event != CLOSE) break;
    close:
      state = CLOSED;
      closings++;
      break;
    case CLOSED:
      assert(closings == 1);
      break;
  }
  pthread_mutex_unlock(&lock);
}

static void *peer(void *arg) {
  for (int i = 0; i < 2; i++) handle((enum event)(__VERIFIER_nondet_uint() % EVENTS));
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, peer, NULL);
  pthread_create(&t2, NULL, peer, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(closings == (state == CLOSED));
  assert(packets <= 3);
  return 0;
}
