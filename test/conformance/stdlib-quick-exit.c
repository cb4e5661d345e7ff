// exit: 6
// quick_exit runs only the at_quick_exit handlers, in reverse order; atexit handlers do not run.
#include <stdio.h>
#include <stdlib.h>

static void never(void) {
  printf("not reached\n");
  fflush(stdout);
}

static void a(void) {
  printf("a\n");
  fflush(stdout);
}

static void b(void) {
  printf("b\n");
  fflush(stdout);
}

int main(void) {
  printf("atexit %d\n", atexit(never));
  printf("at_quick_exit %d\n", at_quick_exit(a));
  printf("at_quick_exit %d\n", at_quick_exit(b));
  fflush(stdout);
  quick_exit(6);
}
