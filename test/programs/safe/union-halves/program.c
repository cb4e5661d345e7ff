/* Two threads each write one half of a union, main reads it whole.
 *
 * race: safe, the halves do not overlap, and the whole is read after the joins.
 * assert: safe. Both halves are equal, so the byte order of the machine does not matter.
 * deadlock, memory, leak, overflow, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static union {
  uint32_t whole;
  uint16_t half[2];
} value;

static void *fill(void *arg) {
  int which = (int)(intptr_t)arg;
  value.half[which] = 0xabcd;
  return NULL;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, fill, (void *)(intptr_t)0);
  pthread_create(&t2, NULL, fill, (void *)(intptr_t)1);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(value.whole == 0xabcdabcd);
  return 0;
}
