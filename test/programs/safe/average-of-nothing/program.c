/* Samples are collected by one thread, the mean is computed by another.
 *
 * overflow: unsafe. If the reporter runs before the first sample it divides by zero (and the process ends).
 * race: safe, all under the mutex. assert: safe, the mean of 4 and 6, or of 4 alone. deadlock: safe, one lock. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, count;

static void record(int sample) {
  pthread_mutex_lock(&lock);
  sum += sample;
  count++;
  pthread_mutex_unlock(&lock);
}

static void *sampler(void *arg) {
  record(4);
  record(6);
  return arg;
}

static void *reporter(void *arg) {
  pthread_mutex_lock(&lock);
  int mean = sum / count;
  pthread_mutex_unlock(&lock);
  assert(mean == 4 || mean == 5);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, sampler, NULL);
  pthread_create(&t2, NULL, reporter, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
