/* A home-made barrier that waits for its count to return to 0, used twice.
 *
 * deadlock: unsafe. The last arrival resets the count and goes straight on to the second barrier, making the count 1
 *   again before the first arrival has woken; that one sees a count of 1 and waits forever, and so does the other.
 * race: safe, all under the mutex. assert: safe, the count is never above 2. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t open = PTHREAD_COND_INITIALIZER;
static int arrived;

static void barrier(void) {
  pthread_mutex_lock(&lock);
  arrived++;
  assert(arrived <= 2);
  if (arrived == 2) {
    arrived = 0;
    pthread_cond_broadcast(&open);
  }
  while (arrived != 0) pthread_cond_wait(&open, &lock);
  pthread_mutex_unlock(&lock);
}

static void *worker(void *arg) {
  barrier();
  barrier();
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, worker, NULL);
  pthread_create(&t2, NULL, worker, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
