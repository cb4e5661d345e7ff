/* One thread pushes N values on a stack, another pops N times, both under a lock (AGSE, stack). Asserted: no underflow. The second looks at a flag that says whether there is a
   value; with -DBAD outside the lock, and at what it was before. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int values[N], top;
static atomic_int hasAny;

static void *push(void *arg) {
  for (int i = 0; i < N; i++) {
    pthread_mutex_lock(&lock);
    values[top++] = i + 1;
    hasAny = 1;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void *pop(void *arg) {
  for (int i = 0; i < N; i++) {
#ifdef BAD
    int isThere = hasAny;
    pthread_mutex_lock(&lock);
#else
    pthread_mutex_lock(&lock);
    int isThere = top > 0;
#endif
    if (isThere) {
      assert(top > 0);
      int value = values[--top];
      assert(value >= 1 && value <= N);
    }
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, push, NULL);
  pthread_create(&b, NULL, pop, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
