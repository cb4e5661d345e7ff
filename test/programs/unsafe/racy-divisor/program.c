/* A frequency is set to zero for a moment while it is reconfigured; another thread divides by it.
 *
 * race: unsafe, hertz is plain. overflow: unsafe, the divisor is read while it is 0 (the process ends there).
 * assert: safe, otherwise the period is 10 or 5. deadlock, memory, leak, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int hertz = 100;

static void *reconfigure(void *arg) {
  hertz = 0;
  hertz = 200;
  return arg;
}

static void *period(void *arg) {
  int milliseconds = 1000 / hertz;
  assert(milliseconds == 10 || milliseconds == 5);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, reconfigure, NULL);
  pthread_create(&t2, NULL, period, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
