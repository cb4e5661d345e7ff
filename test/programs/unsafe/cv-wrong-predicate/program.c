/* The batch writer needs two records but waits for one.
 *
 * assert: unsafe. It wakes (or arrives) when one record is queued and takes two.
 * deadlock: safe. It waits only while there is none, and at least one is added after that, with a signal.
 * race: safe, all under the mutex. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t queued = PTHREAD_COND_INITIALIZER;
static int records;

static void *batch_writer(void *arg) {
  pthread_mutex_lock(&lock);
  while (records == 0) pthread_cond_wait(&queued, &lock);
  records -= 2;
  assert(records >= 0);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *logger(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    records++;
    pthread_cond_signal(&queued);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, batch_writer, NULL);
  pthread_create(&t2, NULL, logger, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
