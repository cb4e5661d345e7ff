/* The routine of pthread_once takes a (recursive) lock, and who holds that lock calls pthread_once; main counts.
 *
 * deadlock: unsafe. One runs the routine and waits for the lock, the other holds the lock and waits for the routine.
 * assert: safe, there is none. race: safe, ready is written under the lock, count is atomic. No heap, small numbers.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int ready;
static atomic_int count;

static void prepare(void) {
  pthread_mutex_lock(&m); /* of user */
  ready = 1;
  pthread_mutex_unlock(&m);
}

static void *starter(void *arg) {
  pthread_once(&once, prepare); /* runs it */
  return arg;
}

static void *user(void *arg) {
  pthread_mutex_lock(&m);
  pthread_once(&once, prepare); /* waits for it */
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, starter, NULL);
  pthread_create(&t2, NULL, user, NULL);
  for (int i = 0; i < 2; i++) atomic_fetch_add(&count, 1);
  return 0;
}
