/* A thread is cancelled while it waits on a condition: it reacquires the mutex before its handlers run.
 *
 * deadlock: safe. The handler unlocks, so main can lock; no other thread is needed to wake the waiter.
 * assert: safe. The waiter never comes out of its wait alive (nothing sets ready), and the handler runs exactly once.
 * race: safe, both counters are under the mutex. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t event = PTHREAD_COND_INITIALIZER;
static int ready, cleaned;

static void clean(void *arg) {
  cleaned++;
  pthread_mutex_unlock(arg);
}

static void *waiter(void *arg) {
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(clean, &lock);
  while (!ready) pthread_cond_wait(&event, &lock);
  pthread_cleanup_pop(1);
  return arg;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, NULL, waiter, NULL);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  pthread_mutex_lock(&lock);
  assert(result == PTHREAD_CANCELED && cleaned == 1);
  pthread_mutex_unlock(&lock);
  return 0;
}
