/* A packet is announced with its full length when only the first half has arrived; the rest is copied later.
 *
 * uninit: unsafe. The checker runs between the two critical sections and sums bytes no thread has written.
 * race: safe, all under the mutex. memory, leak: safe, within the four bytes, freed after the joins.
 * assert: none. deadlock: safe, one lock. overflow: safe, a sum of four bytes.
 */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned char *packet;
static int length, sum;

static void *receive(void *arg) {
  pthread_mutex_lock(&lock);
  packet[0] = 1;
  packet[1] = 2;
  length = 4;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  packet[2] = 3;
  packet[3] = 4;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *checksum(void *arg) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < length; i++) sum += packet[i];
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  packet = malloc(4);
  pthread_t t1, t2;
  pthread_create(&t1, NULL, receive, NULL);
  pthread_create(&t2, NULL, checksum, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  free(packet);
  return 0;
}
