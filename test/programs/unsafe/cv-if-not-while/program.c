/* Two consumers wait with if instead of while.
 *
 * assert: unsafe. The first consumer waits; the producer adds an item and signals; the second consumer comes in and takes
 *   it; the first one wakes and takes what is not there.
 * deadlock: safe. Two items, two signals: a consumer that waits has seen 0 and is woken by a later item.
 * race: safe, all under the mutex. overflow: safe, small numbers. No heap.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t nonempty = PTHREAD_COND_INITIALIZER;
static int items;

static void *consumer(void *arg) {
  pthread_mutex_lock(&lock);
  if (items == 0) pthread_cond_wait(&nonempty, &lock);
  items--;
  assert(items >= 0);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *producer(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    items++;
    pthread_cond_signal(&nonempty);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t c1, c2, p;
  pthread_create(&c1, NULL, consumer, NULL);
  pthread_create(&c2, NULL, consumer, NULL);
  pthread_create(&p, NULL, producer, NULL);
  pthread_join(c1, NULL);
  pthread_join(c2, NULL);
  pthread_join(p, NULL);
  return 0;
}
