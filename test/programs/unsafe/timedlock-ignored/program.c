/* The result of a timed lock is ignored.
 *
 * deadlock: unsafe. After a timeout the thread unlocks a mutex that it does not hold (or that the other one holds).
 * race: unsafe. After a timeout it reads and writes the balance while the holder does.
 * assert: unsafe. The timed-out thread has overwritten the balance between the holder's write and its check.
 * overflow: safe, small numbers. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *patient(void *arg) {
  pthread_mutex_lock(&lock);
  balance = 1;
  assert(balance == 1);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *hasty(void *arg) {
  struct timespec deadline = {0, 0};
  pthread_mutex_timedlock(&lock, &deadline);
  balance = 2;
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, patient, NULL);
  pthread_create(&t2, NULL, hasty, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
