/* A message buffer is filled by memcpy and wiped by memset under a lock; the reader sees it whole or empty.
 *
 * assert: safe. race: safe, all under the mutex. deadlock: safe, one lock. memory: safe, four bytes each.
 * leak, overflow, uninit: safe, everything is static and initialised.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char buffer[4];
static const char hello[4] = {'h', 'e', 'y', '!'}, empty[4];

static void *post(void *arg) {
  pthread_mutex_lock(&lock);
  memcpy(buffer, hello, sizeof buffer);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  memset(buffer, 0, sizeof buffer);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *read_it(void *arg) {
  pthread_mutex_lock(&lock);
  assert(memcmp(buffer, hello, sizeof buffer) == 0 || memcmp(buffer, empty, sizeof buffer) == 0);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, post, NULL);
  pthread_create(&t2, NULL, read_it, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
