/* The buffer of one item with a single condition variable, done right with broadcast.
 *
 * deadlock: safe. Every change wakes all waiters, who test again; two items are put and two are taken.
 * assert: safe, predicates in loops. race: safe, all under the mutex. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full, taken;

static void *consumer(void *arg) {
  pthread_mutex_lock(&lock);
  while (!full) pthread_cond_wait(&changed, &lock);
  full = 0;
  taken++;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *producer(void *arg) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    while (full) pthread_cond_wait(&changed, &lock);
    full = 1;
    pthread_cond_broadcast(&changed);
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
  assert(taken == 2 && !full);
  return 0;
}
