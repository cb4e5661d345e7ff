/* A worker takes one job from a one-place queue unless it was asked to stop; main puts a job in and requests the stop.
 *
 * leak: unsafe. If stop is seen before the job is taken, the worker leaves; main clears the queue without freeing it.
 * memory: safe, the job is freed by the thread that took it. race: safe, all under the mutex. assert: safe. uninit: safe.
 * deadlock: safe. The worker waits only while there is neither a job nor stop, and both changes signal.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int *job, stop;

static void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  while (job == NULL && !stop) pthread_cond_wait(&changed, &lock);
  if (!stop) {
    assert(*job == 8);
    free(job);
    job = NULL;
  }
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  job = malloc(sizeof *job);
  *job = 8;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  stop = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  job = NULL;
  return 0;
}
