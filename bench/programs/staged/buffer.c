/* A bounded buffer of two places with condition variables: N items from a producer to a consumer, which adds them up. With -DBAD the
   producer forgets to wait while the buffer is full. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif
#define PLACES 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int item[PLACES], in, out, count;

static void *produce(void *arg) {
  for (int k = 1; k <= N; k++) {
    pthread_mutex_lock(&lock);
#ifndef BAD
    while (count == PLACES) pthread_cond_wait(&not_full, &lock);
#endif
    item[in] = k;
    in = (in + 1) % PLACES;
    count++;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void *consume(void *arg) {
  for (int k = 1; k <= N; k++) {
    pthread_mutex_lock(&lock);
    while (count == 0) pthread_cond_wait(&not_empty, &lock);
    assert(item[out] == k);
    out = (out + 1) % PLACES;
    count--;
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, produce, NULL);
  pthread_create(&b, NULL, consume, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
