/* The flag is atomic, so its setter takes no lock. The waiter tests it under the lock and then waits.
 *
 * deadlock: unsafe. The waiter has tested the flag (false); the setter sets it and signals no thread; the waiter waits.
 * assert: safe, past the loop the flag is set. race: safe, the flag is atomic. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *waiter(void *arg) {
  pthread_mutex_lock(&lock);
  while (!atomic_load(&ready)) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  assert(atomic_load(&ready));
  return arg;
}

static void *setter(void *arg) {
  atomic_store(&ready, 1);
  pthread_cond_signal(&changed);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, waiter, NULL);
  pthread_create(&t2, NULL, setter, NULL);
  pthread_join(t2, NULL);
  pthread_join(t1, NULL);
  return 0;
}
