/* What looks like a deadlock while main continues: each of these waits is ended by some thread.
 *
 * deadlock: safe. pass waits for a semaphore that main posts, hold releases its lock whatever pass does, and late waits for a lock whose
 * holder waits for main only.
 * assert: safe, main has posted before pass sets the flag. race: safe, passed is written under the lock. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static sem_t gate;
static int posted, passed;

static void *pass(void *arg) {
  pthread_mutex_lock(&m);
  sem_wait(&gate);
  assert(posted);
  passed = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

static void *late(void *arg) {
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  sem_init(&gate, 0, 0);
  pthread_create(&t1, NULL, pass, NULL);
  pthread_create(&t2, NULL, late, NULL);
  posted = 1;
  sem_post(&gate);
  pthread_join(t2, NULL);
  pthread_join(t1, NULL);
  assert(passed);
  return 0;
}
