/* An id generator with a static local variable.
 *
 * race: unsafe, a static local is one object for all threads. assert: unsafe, two threads get the same id.
 * deadlock, memory, leak, overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int new_id(void) {
  static int last;
  return ++last;
}

static void *worker(void *arg) {
  (void)arg;
  return (void *)(intptr_t)new_id();
}

int main(void) {
  pthread_t t1, t2;
  void *a, *b;
  pthread_create(&t1, NULL, worker, NULL);
  pthread_create(&t2, NULL, worker, NULL);
  pthread_join(t1, &a);
  pthread_join(t2, &b);
  assert(a != b);
  return 0;
}
