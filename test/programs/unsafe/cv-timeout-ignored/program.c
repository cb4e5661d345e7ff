/* A client waits for an answer with a deadline and does not check how the wait ended.
 *
 * assert: unsafe. The wait times out before the server has answered, and the answer is still 0.
 * deadlock: safe, a timed wait always ends. race: safe, all under the mutex. No heap. uninit: the deadline is set.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t answered = PTHREAD_COND_INITIALIZER;
static int answer;

static void *server(void *arg) {
  pthread_mutex_lock(&lock);
  answer = 42;
  pthread_cond_signal(&answered);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *client(void *arg) {
  struct timespec deadline = {0, 0};
  pthread_mutex_lock(&lock);
  if (answer == 0) pthread_cond_timedwait(&answered, &lock, &deadline);
  assert(answer == 42);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, server, NULL);
  pthread_create(&t2, NULL, client, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
