/* Main has left by pthread_exit: a request that comes then does not stop the exit handlers. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_t first;

static void handler(void) {
  pthread_testcancel();
  puts("handler");
}

static void *cancel(void *arg) {
  pthread_cancel(first);
  return arg;
}

int main(void) {
  first = pthread_self();
  atexit(handler);
  pthread_t t;
  pthread_create(&t, NULL, cancel, NULL);
  pthread_exit(NULL);
}
