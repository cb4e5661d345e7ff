/* Two threads break down different days. gmtime returns the address of one object of the whole process.
 *
 * assert: unsafe. The second thread's call overwrites the day between the first one's call and its look.
 * race: unsafe. Both calls write the object, and each thread reads it, without order.
 * memory: safe, the object is static. Nothing blocks, no heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static void *day(void *arg) {
  time_t seconds = *(time_t *)arg;
  struct tm *fields = gmtime(&seconds);
  assert(fields->tm_mday == (seconds == 0 ? 1 : 2));
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
