/* The barrier from semaphores without the second post: the turnstile lets one thread through.
 *
 * deadlock: unsafe, in every run: the last arrival posts once, one of the two passes, the other waits forever.
 * race: safe, arrived is under the mutex semaphore. assert: safe. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t mutex, turnstile;
static int arrived;

static void *worker(void *arg) {
  sem_wait(&mutex);
  int mine = ++arrived;
  sem_post(&mutex);
  assert(mine == 1 || mine == 2);
  if (mine == 2) sem_post(&turnstile);
  sem_wait(&turnstile);
  return arg;
}

int main(void) {
  sem_init(&mutex, 0, 1);
  sem_init(&turnstile, 0, 0);
  pthread_t t1, t2;
  pthread_create(&t1, NULL, worker, NULL);
  pthread_create(&t2, NULL, worker, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
