// exit: 9
// _Exit ends the process at once, from a thread as well: no handler runs, main does not continue.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void never(void) {
  printf("not reached\n");
  fflush(stdout);
}

static void *quit(void *arg) {
  printf("thread ends the process\n");
  fflush(stdout);
  _Exit(arg ? 8 : 9);
}

int main(void) {
  pthread_t t;
  atexit(never);
  pthread_create(&t, NULL, quit, NULL);
  pthread_join(t, NULL);
  never();
  return 0;
}
