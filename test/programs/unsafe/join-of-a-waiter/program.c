/* A thread joins another one while it holds the mutex that the other needs to come back from its condition wait; main polls.
 *
 * deadlock: unsafe. take waits for a signal, and with or without it for the mutex, which stop holds until take has ended.
 * assert: safe, there is none. race: safe, items is used under the mutex, polled is atomic. No heap, small numbers.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t nonempty = PTHREAD_COND_INITIALIZER;
static pthread_t taker;
static int items;
static atomic_int polled;

static void *take(void *arg) {
  pthread_mutex_lock(&m);
  if (items == 0) pthread_cond_wait(&nonempty, &m); /* gives up m, and needs it again */
  pthread_mutex_unlock(&m);
  return arg;
}

static void *stop(void *arg) {
  pthread_mutex_lock(&m);
  items = 1;
  pthread_cond_signal(&nonempty);
  pthread_join(taker, NULL); /* holding m */
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&taker, NULL, take, NULL);
  pthread_create(&t, NULL, stop, NULL);
  for (int i = 0; i < 2; i++) atomic_fetch_add(&polled, 1);
  return 0;
}
