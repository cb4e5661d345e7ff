// exit: 3
// Exit handlers that are given an argument or the status.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

extern int __cxa_atexit(void (*)(void *), void *, void *);

static void with_status(int status, void *what) { printf("%s %d\n", (char *)what, status); }
static void with_argument(void *what) { printf("%s\n", (char *)what); }

int main(void) {
  on_exit(with_status, "status");
  __cxa_atexit(with_argument, "argument", NULL);
  puts("main");
  return 3;
}
