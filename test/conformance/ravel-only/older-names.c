// inputs: 5
// expect: 5000
// expect: robust 1 0
// expect: 0 1
// Time used is the clock, which each look advances by an input; names that newer C libraries do not offer any more.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <time.h>


static pthread_mutex_t mutex;

static void *dies(void *arg) {
  pthread_mutex_lock(&mutex);
  return arg;
}

int main(void) {
  printf("%ld\n", (long)clock());
  pthread_mutexattr_t attributes;
  int robust = 7;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust_np(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutexattr_getrobust_np(&attributes, &robust);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t thread;
  pthread_create(&thread, NULL, dies, NULL);
  pthread_join(thread, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_consistent_np(&mutex);
  pthread_mutex_unlock(&mutex);
  printf("robust %d %d\n", robust == PTHREAD_MUTEX_ROBUST, pthread_mutex_lock(&mutex));
  pthread_attr_t attr;
  static char stack[8];
  void *address = NULL;
  pthread_attr_init(&attr);
  pthread_attr_getstackaddr(&attr, &address);
  printf("%d", address == stack);
  pthread_attr_setstackaddr(&attr, stack);
  pthread_attr_getstackaddr(&attr, &address);
  printf(" %d\n", address == stack);
  return 0;
}
