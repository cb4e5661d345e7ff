/* The error path calls a logging function that takes the lock the caller already holds.
 *
 * deadlock: unsafe. For a request of 0 the thread locks its own mutex a second time.
 * race: safe, all under the mutex. assert: safe: errors stays 0, as the path that would count never comes back.
 * overflow: safe, 100 / request with 1 <= request <= 255. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int errors, share;

static void log_error(void) {
  pthread_mutex_lock(&lock);
  errors++;
  pthread_mutex_unlock(&lock);
}

static void *handle(void *arg) {
  int request = __VERIFIER_nondet_uchar();
  pthread_mutex_lock(&lock);
  if (request == 0)
    log_error();
  else
    share = 100 / request;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, handle, NULL);
  pthread_create(&t2, NULL, handle, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(errors == 0);
  return 0;
}
