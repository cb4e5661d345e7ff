/* Serial number arithmetic: sequence numbers of 8 bits wrap around, the window test subtracts them as unsigned.
 *
 * assert: safe. Sender and acknowledger start at 254; the number of packets in flight, modulo 256, is 0, 1 or 2.
 * race: safe, atomic. overflow: safe, conversions to unsigned char are defined. deadlock, memory, leak, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

static _Atomic uint8_t sent = 254, acknowledged = 254;

static void *sender(void *arg) {
  for (int i = 0; i < 2; i++) atomic_fetch_add(&sent, 1);
  return arg;
}

static void *acknowledger(void *arg) {
  for (int i = 0; i < 2; i++) {
    uint8_t limit = atomic_load(&sent);
    uint8_t done = atomic_load(&acknowledged);
    if ((uint8_t)(limit - done) > 0) atomic_store(&acknowledged, (uint8_t)(done + 1));
  }
  uint8_t done = atomic_load(&acknowledged);
  uint8_t in_flight = (uint8_t)(atomic_load(&sent) - done);
  assert(in_flight <= 2);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, sender, NULL);
  pthread_create(&t2, NULL, acknowledger, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(atomic_load(&sent) == 0);
  return 0;
}
