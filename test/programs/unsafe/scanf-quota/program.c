/* A quota is read with scanf before two threads consume it; the result of scanf is checked, the number is not.
 *
 * assert: unsafe. A negative number is accepted. With a number of at least 0, or none, each consumer takes at most what is
 *   there, in one critical section.
 * uninit: safe, quota keeps its initial value if nothing was read. race: safe, written before the threads start, then under
 *   the mutex. deadlock: safe. overflow: safe, only values above 0 are decremented. memory, leak: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int quota = 1;

static void *consumer(void *arg) {
  pthread_mutex_lock(&lock);
  if (quota > 0) quota--;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  int number = 0;
  if (scanf("%d", &number) == 1) quota = number;
  pthread_t t1, t2;
  pthread_create(&t1, NULL, consumer, NULL);
  pthread_create(&t2, NULL, consumer, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(quota >= 0);
  return 0;
}
