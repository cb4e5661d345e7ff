// Destructors in the main thread: not when main returns or the process exits, but when main calls pthread_exit.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_key_t key;
static pthread_t main_thread;

static void destructor(void *value) {
  printf("destructor: %s, in main %d\n", (char *)value, !!pthread_equal(main_thread, pthread_self()));
}

static void at_end(void) { printf("at exit\n"); }

static void *last(void *arg) {
  pthread_join(main_thread, NULL);
  printf("main has ended\n");
  pthread_setspecific(key, "of the last thread");
  exit(0);
  return arg;
}

int main(void) {
  pthread_t t;
  main_thread = pthread_self();
  atexit(at_end);
  pthread_key_create(&key, destructor);
  pthread_setspecific(key, "of main");
  pthread_create(&t, NULL, last, NULL);
  pthread_exit(NULL);
}
