// pthread_exit in main leaves the other threads running; the process ends with status 0 when the last one ends, and
// exit handlers run then.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_t main_thread;

static void at_end(void) { printf("exit handler\n"); }

static void *survivor(void *arg) {
  void *result = NULL;
  int rc = pthread_join(main_thread, &result);
  printf("main joined: %d, value arrived %d\n", rc, result == arg);
  return NULL;
}

int main(void) {
  static int token;
  pthread_t t;
  atexit(at_end);
  main_thread = pthread_self();
  pthread_create(&t, NULL, survivor, &token);
  pthread_detach(t);
  pthread_exit(&token);
}
