/* A wait without a predicate: the signal is lost if it comes first.
 *
 * deadlock: unsafe. The signaller runs before the waiter has begun to wait; no thread signals again.
 * assert: unsafe, but only by a spurious wake-up before the write; the signal follows the write under the same lock.
 * race: safe, data is written and read under the mutex. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int data;

static void *signaller(void *arg) {
  pthread_mutex_lock(&lock);
  data = 9;
  pthread_cond_signal(&arrived);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, signaller, NULL);
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&arrived, &lock);
  assert(data == 9);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
