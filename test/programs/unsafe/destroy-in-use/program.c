/* Shutdown destroys a read-write lock as soon as the worker has reported that it started, not when it is done.
 *
 * deadlock: unsafe. The worker has posted and still holds the lock when it is destroyed.
 * race: safe, the semaphore orders the work before the destruction's check of it. assert: safe. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_rwlock_t lock;
static sem_t started;
static int state;

static void *worker(void *arg) {
  pthread_rwlock_wrlock(&lock);
  state = 1;
  sem_post(&started);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread;
  pthread_rwlock_init(&lock, NULL);
  sem_init(&started, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  sem_wait(&started);
  assert(state == 1);
  pthread_rwlock_destroy(&lock);
  pthread_join(thread, NULL);
  sem_destroy(&started);
  return 0;
}
