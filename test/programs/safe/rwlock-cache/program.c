/* A two-field record under a reader-writer lock: two readers, one writer.
 *
 * assert: safe, readers never see the record half written. race: safe, writes are under the write lock, reads under the
 *   read lock. deadlock: safe, one lock, never taken twice. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int address = 1, check = -1;

static void *resolve(void *arg) {
  pthread_rwlock_rdlock(&lock);
  assert(address + check == 0);
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void *refresh(void *arg) {
  pthread_rwlock_wrlock(&lock);
  address = 2;
  check = -2;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, NULL, resolve, NULL);
  pthread_create(&t2, NULL, refresh, NULL);
  pthread_create(&t3, NULL, resolve, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  pthread_join(t3, NULL);
  return 0;
}
