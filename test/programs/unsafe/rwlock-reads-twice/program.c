/* A reader takes its lock a second time in a helper. The lock prefers writers and says that no thread does so.
 *
 * deadlock: unsafe. A writer that comes between the two waits for the first read lock and keeps the second one out.
 * assert, race: safe, the value is written by the one writer, under the lock, and never falls. No heap.
 */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
static int value;

static int current(void) {
  pthread_rwlock_rdlock(&lock);
  int now = value;
  pthread_rwlock_unlock(&lock);
  return now;
}

static void *read_value(void *arg) {
  pthread_rwlock_rdlock(&lock);
  assert(current() >= 0);
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void *write_value(void *arg) {
  pthread_rwlock_wrlock(&lock);
  value++;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t reader, writer;
  pthread_create(&reader, NULL, read_value, NULL);
  pthread_create(&writer, NULL, write_value, NULL);
  pthread_join(reader, NULL);
  pthread_join(writer, NULL);
  return 0;
}
