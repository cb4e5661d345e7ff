/* One writer and N readers under a read-write lock; two iterations each. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 2
#endif

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;

static void *reader(void *arg) {
  for (int k = 0; k < 2; k++) {
    pthread_rwlock_rdlock(&lock);
    assert(a == b);
    pthread_rwlock_unlock(&lock);
  }
  return arg;
}

static void *writer(void *arg) {
  for (int k = 0; k < 2; k++) {
    pthread_rwlock_wrlock(&lock);
    a++;
    b++;
    pthread_rwlock_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t t[N + 1];
  pthread_create(&t[N], NULL, writer, NULL);
  for (int i = 0; i < N; i++) pthread_create(&t[i], NULL, reader, NULL);
  for (int i = 0; i <= N; i++) pthread_join(t[i], NULL);
  return 0;
}
