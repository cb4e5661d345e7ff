/* A stack of N entries under a lock: one thread pushes N values, the other pops N times if the stack is not empty. With -DBAD it pops without
   the check. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 5
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value[N], top;

static void *push(void *arg) {
  for (int k = 0; k < N; k++) {
    pthread_mutex_lock(&lock);
    assert(top < N);
    value[top++] = k + 1;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void *take(void *arg) {
  for (int k = 0; k < N; k++) {
    pthread_mutex_lock(&lock);
#ifndef BAD
    if (top > 0)
#endif
    {
      assert(top > 0);
      top--;
      assert(value[top] > 0);
    }
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, push, NULL);
  pthread_create(&b, NULL, take, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
