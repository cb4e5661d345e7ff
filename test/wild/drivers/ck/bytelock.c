/* A writer and a reader by ck's byte lock: the reader has a byte of its own, the writer reads eight at a time. */
#include <assert.h>
#include <ck_bytelock.h>
#include <pthread.h>
#include <stddef.h>

static ck_bytelock_t lock = CK_BYTELOCK_INITIALIZER;
static int left, right;

static void *reader(void *unused) {
  ck_bytelock_read_lock(&lock, 1);
  assert(left == right);
  ck_bytelock_read_unlock(&lock, 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, reader, NULL);
  ck_bytelock_write_lock(&lock, 2);
  left++;
  right++;
  ck_bytelock_write_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
