/* As gmtime-one-result, but each thread copies the result before it gives the lock back.
 *
 * assert: safe, between the call and the copy no other thread calls gmtime.
 * race: safe, all accesses to the one result are under the lock. Nothing else is shared.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t calendar = PTHREAD_MUTEX_INITIALIZER;

static void *day(void *arg) {
  time_t seconds = *(time_t *)arg;
  pthread_mutex_lock(&calendar);
  int day_of_month = gmtime(&seconds)->tm_mday;
  pthread_mutex_unlock(&calendar);
  assert(day_of_month == (seconds == 0 ? 1 : 2));
  return NULL;
}

static time_t days[] = {0, 86400};

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, day, &days[0]);
  pthread_create(&t2, NULL, day, &days[1]);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
