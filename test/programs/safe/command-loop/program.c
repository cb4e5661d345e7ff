/* Commands read from standard input by one thread, executed on a small stack under a lock; another thread peeks.
 *
 * assert: safe. The depth stays between 0 and 2 for any input, including end of file at once.
 * race: safe, stack and depth are under the mutex. memory: safe, indices are checked before use. uninit: static storage.
 * deadlock: safe, one lock. leak, overflow: safe. At most three characters are read.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#define ROOM 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stack[ROOM], depth;

static void *interpreter(void *arg) {
  for (int i = 0; i < 3; i++) {
    int c = getchar();
    if (c == EOF) break;
    pthread_mutex_lock(&lock);
    if (c >= '0' && c <= '9' && depth < ROOM)
      stack[depth++] = c - '0';
    else if (c == 'p' && depth > 0)
      depth--;
    assert(depth >= 0 && depth <= ROOM);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void *peek(void *arg) {
  pthread_mutex_lock(&lock);
  int top = depth > 0 ? stack[depth - 1] : -1;
  pthread_mutex_unlock(&lock);
  assert(top >= -1 && top <= 9);
  return arg;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, interpreter, NULL);
  pthread_create(&t2, NULL, peek, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
