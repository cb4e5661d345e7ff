/* The nested monitor problem: the waiter holds the outer lock while it waits on a condition of the inner one.
 *
 * deadlock: unsafe. Waiting releases only the inner lock; the producer needs the outer one first.
 * assert: safe, past the loop there is an item. race: safe, items under the inner mutex. No heap, small numbers.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t pool = PTHREAD_MUTEX_INITIALIZER, queue = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t nonempty = PTHREAD_COND_INITIALIZER;
static int items;

static void *take(void *arg) {
  pthread_mutex_lock(&pool);
  pthread_mutex_lock(&queue);
  while (items == 0) pthread_cond_wait(&nonempty, &queue);
  items--;
  assert(items == 0);
  pthread_mutex_unlock(&queue);
  pthread_mutex_unlock(&pool);
  return arg;
}

static void *put(void *arg) {
  pthread_mutex_lock(&pool);
  pthread_mutex_lock(&queue);
  items++;
  pthread_cond_signal(&nonempty);
  pthread_mutex_unlock(&queue);
  pthread_mutex_unlock(&pool);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, take, NULL);
  pthread_create(&t2, NULL, put, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
