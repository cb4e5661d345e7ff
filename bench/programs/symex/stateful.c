/* Two threads change two numbers, each number under a lock of its own (AGSE, stateful01). Asserted: what both are in the end. With -DBAD the second thread changes the second
   number under the wrong lock. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static volatile int x = 10, y = 10;

static void *increase(void *arg) {
  pthread_mutex_lock(&one);
  x++;
  pthread_mutex_unlock(&one);
  pthread_mutex_lock(&two);
  y++;
  pthread_mutex_unlock(&two);
  return arg;
}

static void *change(void *arg) {
#ifdef BAD
  pthread_mutex_t *second = &one;
#else
  pthread_mutex_t *second = &two;
#endif
  pthread_mutex_lock(&one);
  x += 5;
  pthread_mutex_unlock(&one);
  pthread_mutex_lock(second);
  y -= 6;
  pthread_mutex_unlock(second);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, increase, NULL);
  pthread_create(&b, NULL, change, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(x == 16 && y == 5);
  return 0;
}
