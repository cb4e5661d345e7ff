// pthread_create and pthread_join: the argument arrives, the result comes back, join orders the thread's writes
// before what follows, and a null result pointer is allowed.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static int written;

static void *square(void *arg) {
  intptr_t n = (intptr_t)arg;
  return (void *)(n * n);
}

static void *store(void *arg) {
  written = *(int *)arg;
  return &written;
}

int main(void) {
  pthread_t t[3];
  for (intptr_t i = 0; i < 3; i++) printf("create %d\n", pthread_create(&t[i], NULL, square, (void *)(i + 5)));
  for (int i = 2; i >= 0; i--) {
    void *result = NULL;
    int rc = pthread_join(t[i], &result);
    printf("join %d: %d, result %d\n", i, rc, (int)(intptr_t)result);
  }

  int value = 42;
  void *where = NULL;
  pthread_create(&t[0], NULL, store, &value);
  pthread_join(t[0], &where);
  printf("written %d, its address returned: %d\n", written, where == &written);

  value = 43;
  pthread_create(&t[0], NULL, store, &value);
  printf("join without a result: %d\n", pthread_join(t[0], NULL));
  printf("written %d\n", written);
  return 0;
}
