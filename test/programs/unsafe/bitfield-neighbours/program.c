/* Two flags in adjacent bit-fields, each set by its own thread.
 *
 * race: unsafe. Adjacent bit-fields are one memory location: setting one reads and rewrites the other.
 * assert: unsafe. Both read the unit before either writes; one flag is lost.
 * deadlock, memory, leak, overflow: safe. uninit: safe, static storage.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct {
  unsigned readable : 1;
  unsigned writable : 1;
} port;

static void *enable_read(void *arg) {
  port.readable = 1;
  return arg;
}

static void *enable_write(void *arg) {
  port.writable = 1;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, enable_read, NULL);
  pthread_create(&t2, NULL, enable_write, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(port.readable && port.writable);
  return 0;
}
