/* The balance is read in one critical section and written in another.
 *
 * assert: unsafe. Both threads read 100 before either writes; one deposit is lost.
 * race: safe, every access is under the mutex. deadlock: safe, the lock is never held across another acquisition.
 * No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static int get(void) {
  pthread_mutex_lock(&lock);
  int value = balance;
  pthread_mutex_unlock(&lock);
  return value;
}

static void set(int value) {
  pthread_mutex_lock(&lock);
  balance = value;
  pthread_mutex_unlock(&lock);
}

static void *deposit(void *arg) {
  set(get() + 10);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, deposit, NULL);
  pthread_create(&t2, NULL, deposit, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(get() == 120);
  return 0;
}
