/* A buffer of one item with a single condition variable for both kinds of waiters, and signal instead of broadcast.
 *
 * deadlock: unsafe. Both consumers wait; the producer puts an item, waking one consumer, and waits because the buffer is
 *   full; that consumer takes the item and its signal wakes the other consumer, who finds nothing and waits again. Now the
 *   producer and a consumer wait, and no thread is left to signal.
 * assert: safe, the predicates are tested in loops. race: safe, all under the mutex. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;

static void *consumer(void *arg) {
  pthread_mutex_lock(&lock);
  while (!full) pthread_cond_wait(&changed, &lock);
  assert(full == 1);
  full = 0;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *producer(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    while (full) pthread_cond_wait(&changed, &lock);
    full = 1;
    pthread_cond_signal(&changed);
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
