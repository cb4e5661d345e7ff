// exit: 4
// atexit handlers run in reverse order of registration, once for each registration, also one registered by a handler; exit runs
// them after main's last statement.
#include <stdio.h>
#include <stdlib.h>

static void first(void) { printf("first\n"); }
static void second(void) { printf("second\n"); }
static void late(void) { printf("registered by a handler\n"); }
static void third(void) {
  printf("third: %d\n", atexit(late));
}

int main(void) {
  printf("register %d\n", atexit(first));
  printf("register %d\n", atexit(second));
  printf("register %d\n", atexit(third));
  printf("register %d\n", atexit(second));
  printf("main ends\n");
  exit(4);
}
