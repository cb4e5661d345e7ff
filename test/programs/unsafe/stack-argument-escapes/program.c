/* The argument of a thread is a local variable of a function that does not wait for it.
 *
 * memory: unsafe. start() returns before the thread has read *arg: a dead stack object is read.
 * assert: safe, a read that is in time finds 7 (a late one ends the process). race: safe, written before the creation only.
 * deadlock: safe, join only. No heap. uninit: safe, the object is initialised while it lives.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static void *worker(void *arg) {
  int *priority = arg;
  assert(*priority == 7);
  return NULL;
}

static pthread_t start(void) {
  pthread_t thread;
  int priority = 7;
  pthread_create(&thread, NULL, worker, &priority);
  return thread;
}

int main(void) {
  pthread_t thread = start();
  pthread_join(thread, NULL);
  return 0;
}
