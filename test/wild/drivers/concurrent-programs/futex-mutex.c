/* Two threads count under a mutex built on futex. */
#include <assert.h>
#include <pthread.h>
#include <time.h>
#include "mutex.h"

static mutex_t lock;
static int counter;

static void *count(void *argument) {
  mutex_lock(&lock);
  counter++;
  mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t other;
  mutex_init(&lock, 0);
  pthread_create(&other, 0, count, 0);
  count(0);
  pthread_join(other, 0);
  assert(counter == 2);
  return 0;
}
