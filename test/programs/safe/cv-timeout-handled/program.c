/* A client waits once with a deadline and distinguishes timeout from answer by the state, not by the return value.
 *
 * assert: safe. Without a timeout the answer is there; with one either case is handled.
 * deadlock: safe, a timed wait always ends. race: safe, all under the mutex (late is the client's own until join).
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t answered = PTHREAD_COND_INITIALIZER;
static int answer, late;

static void *server(void *arg) {
  pthread_mutex_lock(&lock);
  answer = 42;
  pthread_cond_signal(&answered);
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *client(void *arg) {
  struct timespec deadline = {0, 0};
  int status = 0;
  pthread_mutex_lock(&lock);
  while (answer == 0 && status == 0) status = pthread_cond_timedwait(&answered, &lock, &deadline);
  if (answer == 0) {
    assert(status == ETIMEDOUT);
    late = 1;
  } else {
    assert(answer == 42);
  }
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, server, NULL);
  pthread_create(&t2, NULL, client, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  assert(answer == 42 && (late == 0 || late == 1));
  return 0;
}
