// Recursive thread creation: fib(n) starts two threads and joins them; threads and ids live on the creators' stacks.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int threads;

static void *fib(void *arg) {
  intptr_t n = (intptr_t)arg;
  pthread_mutex_lock(&lock);
  threads++;
  pthread_mutex_unlock(&lock);
  if (n < 2) return (void *)n;
  pthread_t left, right;
  void *a, *b;
  pthread_create(&left, NULL, fib, (void *)(n - 1));
  pthread_create(&right, NULL, fib, (void *)(n - 2));
  pthread_join(left, &a);
  pthread_join(right, &b);
  return (void *)((intptr_t)a + (intptr_t)b);
}

int main(void) {
  for (intptr_t n = 0; n <= 5; n++) {
    threads = 0;
    intptr_t value = (intptr_t)fib((void *)n);
    printf("fib(%d) = %d with %d calls\n", (int)n, (int)value, threads);
  }
  return 0;
}
