/* Maintenance is done only if no thread uses the table at the moment, lookups only if no thread maintains it.
 *
 * assert: safe. A try that succeeds has the same guarantees as a lock: no reader sees version and copy differ.
 * race: safe, accesses only after a successful try. deadlock: safe, nothing blocks. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int version, copy;

static void *maintain(void *arg) {
  if (pthread_rwlock_trywrlock(&lock) == 0) {
    version++;
    copy = version;
    pthread_rwlock_unlock(&lock);
  }
  return arg;
}

static void *look_up(void *arg) {
  if (pthread_rwlock_tryrdlock(&lock) == 0) {
    assert(version == copy);
    pthread_rwlock_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, NULL, maintain, NULL);
  pthread_create(&t2, NULL, look_up, NULL);
  pthread_create(&t3, NULL, maintain, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  pthread_join(t3, NULL);
  assert(version == copy && version <= 2);
  return 0;
}
