/* A reader-writer lock built from a mutex and a condition variable: -1 is a writer, a positive number counts readers.
 *
 * assert: safe. A writer is alone; readers see both halves equal. race: safe: the halves are written when state is -1 and
 *   read when it is positive, and every change of state is under the mutex. deadlock: safe, each leaving broadcasts.
 * overflow, memory, leak, uninit: safe.
 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;
static int state;
static int left, right;

static void enter(int writing) {
  pthread_mutex_lock(&lock);
  while (writing ? state != 0 : state < 0) pthread_cond_wait(&released, &lock);
  state = writing ? -1 : state + 1;
  pthread_mutex_unlock(&lock);
}

static void leave(int writing) {
  pthread_mutex_lock(&lock);
  state = writing ? 0 : state - 1;
  pthread_cond_broadcast(&released);
  pthread_mutex_unlock(&lock);
}

static void *reader(void *arg) {
  enter(0);
  assert(left == right);
  leave(0);
  return arg;
}

static void *writer(void *arg) {
  enter(1);
  left++;
  right++;
  leave(1);
  return arg;
}

int main(void) {
  pthread_t t1, t2, t3;
  pthread_create(&t1, NULL, reader, NULL);
  pthread_create(&t2, NULL, writer, NULL);
  pthread_create(&t3, NULL, reader, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  pthread_join(t3, NULL);
  assert(left == 1 && right == 1);
  return 0;
}
