/* Two-stage locking with N threads: writers set the first value and, holding its lock until they have the second, derive the second from it; a
   reader does the same and compares. With -DBAD the writers release the first lock in between. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
static int first, second;

static void *write_both(void *arg) {
  int k = (int)(size_t)arg + 1;
  pthread_mutex_lock(&one);
  first = k;
#ifdef BAD
  pthread_mutex_unlock(&one);
#endif
  pthread_mutex_lock(&two);
#ifndef BAD
  pthread_mutex_unlock(&one);
#endif
  second = k + 1;
  pthread_mutex_unlock(&two);
  return NULL;
}

static void *read_both(void *arg) {
  pthread_mutex_lock(&one);
  int a = first;
  pthread_mutex_lock(&two);
  pthread_mutex_unlock(&one);
  int b = second;
  pthread_mutex_unlock(&two);
  assert(a == 0 || b == a + 1);
  return arg;
}

int main(void) {
  pthread_t t[N];
  for (size_t i = 0; i < N - 1; i++) pthread_create(&t[i], NULL, write_both, (void *)i);
  pthread_create(&t[N - 1], NULL, read_both, NULL);
  for (size_t i = 0; i < N; i++) pthread_join(t[i], NULL);
  return 0;
}
