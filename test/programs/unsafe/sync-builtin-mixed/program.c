/* A counter that is incremented with a builtin but read as an ordinary variable.
 *
 * race: unsafe. One of the two conflicting accesses is not atomic.
 * assert: safe, the value read is between 0 and 2, and 2 after the joins. deadlock, memory, leak, overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int requests;

static void *serve(void *arg) {
  __atomic_fetch_add(&requests, 2, __ATOMIC_SEQ_CST);
  return arg;
}

static void *monitor(void *arg) {
  int seen = requests;
  assert(seen == 0 || seen == 2);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, serve, NULL);
  pthread_create(&t2, NULL, monitor, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(requests == 2);
  return 0;
}
