/* The same two flags with a zero-width bit-field between them, and a byte after it.
 *
 * race: safe. The zero-width bit-field ends the memory location, and a member that is not a bit-field is a separate one.
 * assert: safe, nothing is lost. deadlock, memory, leak, overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct {
  unsigned readable : 1;
  unsigned : 0;
  unsigned writable : 1;
  unsigned char errors;
} port;

static void *enable_read(void *arg) {
  port.readable = 1;
  return arg;
}

static void *enable_write(void *arg) {
  port.writable = 1;
  return arg;
}

static void *count_error(void *arg) {
  port.errors++;
  return arg;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, NULL, enable_read, NULL);
  pthread_create(&t2, NULL, enable_write, NULL);
  pthread_create(&t3, NULL, count_error, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  pthread_join(t3, NULL);
  assert(port.readable && port.writable && port.errors == 1);
  return 0;
}
