/* A ring buffer of 20 slots under a lock: one thread sends N numbers, the other tries N times to receive one, and checks their order. With -DBAD
   it does not check whether the buffer is empty. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif
#define SLOTS 20

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int slot[SLOTS], first, count;

static void *send(void *arg) {
  for (int k = 1; k <= N; k++) {
    pthread_mutex_lock(&lock);
    if (count < SLOTS) slot[(first + count++) % SLOTS] = k;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void *receive(void *arg) {
  int last = 0;
  for (int k = 1; k <= N; k++) {
    pthread_mutex_lock(&lock);
#ifndef BAD
    if (count > 0)
#endif
    {
      assert(slot[first] == last + 1);
      last = slot[first];
      first = (first + 1) % SLOTS;
      count--;
    }
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, send, NULL);
  pthread_create(&b, NULL, receive, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
