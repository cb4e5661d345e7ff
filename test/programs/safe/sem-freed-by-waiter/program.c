/* A request with its own semaphore: the worker posts when it is done, and the thread that waited destroys and frees it at once.
 *
 * memory, leak: safe, the worker touches the request for the last time when it posts, and POSIX lets a semaphore be destroyed as soon as
 * no thread waits for it. race: safe, the post happens before the return of the wait, and so do the post's own accesses to the semaphore.
 * assert: safe, the result is written before the post. deadlock, overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct request {
  sem_t done;
  int argument, result;
};

static void *work(void *arg) {
  struct request *r = arg;
  r->result = r->argument + 1;
  sem_post(&r->done);
  return NULL;
}

int main(void) {
  struct request *r = malloc(sizeof *r);
  pthread_t worker;
  r->argument = 6;
  sem_init(&r->done, 0, 0);
  pthread_create(&worker, NULL, work, r);
  sem_wait(&r->done);
  assert(r->result == 7);
  sem_destroy(&r->done);
  free(r);
  pthread_join(worker, NULL);
  return 0;
}
