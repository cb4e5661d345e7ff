/* A hit counter is updated under the read lock, because "it is only a counter".
 *
 * race: unsafe. Two readers hold the lock at once and both write. assert: unsafe, one hit is lost.
 * deadlock: safe, one lock, never taken twice. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value = 5, hits;

static void *look_up(void *arg) {
  pthread_rwlock_rdlock(&lock);
  int found = value;
  hits++;
  pthread_rwlock_unlock(&lock);
  assert(found == 5);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, look_up, NULL);
  pthread_create(&t2, NULL, look_up, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(hits == 2);
  return 0;
}
