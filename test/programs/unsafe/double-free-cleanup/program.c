/* Two workers share a scratch buffer. The second one to finish frees it; a worker that failed frees it at once.
 *
 * memory: unsafe. The first worker to finish had an error and frees at once; the second one frees again.
 * race: safe, all under the mutex. leak: safe, the second one to finish always frees. deadlock: safe, one lock.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

extern bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *scratch;
static int finished;

static void *worker(void *arg) {
  bool failed = __VERIFIER_nondet_bool();
  pthread_mutex_lock(&lock);
  finished++;
  if (failed || finished >= 2) free(scratch);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  scratch = malloc(32);
  pthread_t t1, t2;
  pthread_create(&t1, NULL, worker, NULL);
  pthread_create(&t2, NULL, worker, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
