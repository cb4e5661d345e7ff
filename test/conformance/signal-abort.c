// exit: 134
// abort ends the process by SIGABRT after its handler has run; exit handlers do not run.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void on_abort(int number) {
  printf("handler: it is SIGABRT %d\n", number == SIGABRT);
  fflush(stdout);
}

static void never(void) {
  printf("not reached\n");
  fflush(stdout);
}

int main(void) {
  atexit(never);
  signal(SIGABRT, on_abort);
  printf("before\n");
  fflush(stdout);
  abort();
}
