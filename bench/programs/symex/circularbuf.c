/* A circular buffer: one thread sends N values, another receives them, under one lock (AGSE, circularbuf). Asserted: they arrive in order. With -DBAD the sender goes round without
   looking whether there is room. */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef N
#define N 3
#endif
#define SIZE 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int buffer[SIZE];
static unsigned first, last, count;

static bool isFull(void) {
#ifdef BAD
  return false;
#else
  return count == SIZE;
#endif
}

static void *send(void *arg) {
  for (int value = 1; value <= N;) {
    pthread_mutex_lock(&lock);
    bool isStuck = isFull();
    if (!isStuck) {
      buffer[last] = value++;
      last = (last + 1) % SIZE;
      count++;
    }
    pthread_mutex_unlock(&lock);
    if (isStuck) break;
  }
  return arg;
}

static void *receive(void *arg) {
  for (int expected = 1; expected <= N;) {
    pthread_mutex_lock(&lock);
    bool isEmpty = count == 0;
    if (!isEmpty) {
      assert(buffer[first] == expected);
      expected++;
      first = (first + 1) % SIZE;
      count--;
    }
    pthread_mutex_unlock(&lock);
    if (isEmpty) break;
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
