/* A writer and a reader by ck's reader-writer lock: the reader sees both halves or none. */
#include <assert.h>
#include <ck_rwlock.h>
#include <pthread.h>
#include <stddef.h>

static ck_rwlock_t lock = CK_RWLOCK_INITIALIZER;
static int left, right;

static void *reader(void *unused) {
  ck_rwlock_read_lock(&lock);
  assert(left == right);
  ck_rwlock_read_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  ck_rwlock_write_lock(&lock);
  left++;
  right++;
  ck_rwlock_write_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
