/* A status word is written as a whole by one thread and in one of its bytes by another.
 *
 * race: unsafe. The accesses have different sizes but overlap in one byte.
 * assert: safe. Byte 1 ends as 0x11 or 0x22 depending on the order; the other bytes are 0x11 in any case.
 * deadlock, memory, leak, overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static union {
  uint32_t word;
  uint8_t byte[4];
} status;

static void *reset(void *arg) {
  status.word = 0x11111111;
  return arg;
}

static void *patch(void *arg) {
  status.byte[1] = 0x22;
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, reset, NULL);
  pthread_create(&t2, NULL, patch, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(status.byte[0] == 0x11 && status.byte[2] == 0x11 && status.byte[3] == 0x11);
  assert(status.byte[1] == 0x11 || status.byte[1] == 0x22);
  return 0;
}
