// exit: 134
// abort ends the process at once: nothing after it is printed, exit handlers do not run.
#include <stdio.h>
#include <stdlib.h>

static void at_exit(void) {
  puts("not reached");
}

int main(void) {
  atexit(at_exit);
  puts("before");
  fflush(stdout);
  abort();
}
