/* A job is shared by a worker and by main, and counted: whoever drops the last reference frees it. But the count is looked at after
 * the lock is gone, so both can find it at zero, or one can look into a job the other has just freed.
 *
 *   ravel check examples/use-after-free.c
 */
#include <pthread.h>
#include <stdlib.h>

struct job {
  pthread_mutex_t lock;
  int references;
  int result;
};

static void drop(struct job *job) {
  pthread_mutex_lock(&job->lock);
  job->references--;
  pthread_mutex_unlock(&job->lock);
  if (job->references == 0) free(job);
}

static void *work(void *argument) {
  struct job *job = argument;
  pthread_mutex_lock(&job->lock);
  job->result = 42;
  pthread_mutex_unlock(&job->lock);
  drop(job);
  return NULL;
}

int main(void) {
  struct job *job = malloc(sizeof *job);
  pthread_mutex_init(&job->lock, NULL);
  job->references = 2;
  job->result = 0;
  pthread_t worker;
  pthread_create(&worker, NULL, work, job);
  drop(job);
  pthread_join(worker, NULL);
  return 0;
}
