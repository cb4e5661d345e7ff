/* A helper waits for work that never comes; main returns without joining it.
 *
 * deadlock: safe. The helper is blocked, but main is not: it returns, and the process ends with it.
 * race: safe, jobs is under the mutex. assert: safe, the helper never gets past its wait. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static int jobs;

static void *helper(void *arg) {
  pthread_mutex_lock(&lock);
  while (jobs == 0) pthread_cond_wait(&work, &lock);
  assert(0);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, helper, NULL);
  pthread_mutex_lock(&lock);
  int idle = jobs == 0;
  pthread_mutex_unlock(&lock);
  return idle ? 0 : 1;
}
