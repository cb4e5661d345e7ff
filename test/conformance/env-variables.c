// setenv, getenv, unsetenv, putenv, clearenv: what was set is what is got; what the environment
// holds at the start is an input.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *got(const char *name) {
  const char *value = getenv(name);
  return value ? value : "(none)";
}

int main(void) {
  static char put[] = "RAVEL_PUT=first";
  char *path = getenv("PATH");
  printf("a string or null: %d\n", path == NULL || strlen(path) < 1000000);
  printf("set %d\n", setenv("RAVEL_TEST", "one", 1));
  printf("%s\n", got("RAVEL_TEST"));
  printf("keep %d\n", setenv("RAVEL_TEST", "two", 0));
  printf("%s\n", got("RAVEL_TEST"));
  printf("overwrite %d\n", setenv("RAVEL_TEST", "three", 1));
  printf("%s\n", got("RAVEL_TEST"));
  unsetenv("RAVEL_TES");
  printf("a name is not a prefix: %s\n", got("RAVEL_TES"));
  printf("empty %d\n", setenv("RAVEL_EMPTY", "", 1));
  printf("[%s]\n", got("RAVEL_EMPTY"));
  printf("unset %d\n", unsetenv("RAVEL_TEST"));
  printf("%s\n", got("RAVEL_TEST"));
  printf("unset what is not there %d\n", unsetenv("RAVEL_TEST"));
  errno = 0;
  printf("bad name %d", setenv("A=B", "x", 1));
  printf(", errno %d\n", errno);
  errno = 0;
  printf("bad name %d", unsetenv(""));
  printf(", errno %d\n", errno);
  printf("put %d\n", putenv(put));
  printf("%s\n", got("RAVEL_PUT"));
  strcpy(put + 10, "other");
  printf("putenv keeps the string itself: %s\n", got("RAVEL_PUT"));
  printf("clear %d\n", clearenv());
  printf("%s\n", got("RAVEL_PUT"));
  printf("set after clear %d\n", setenv("RAVEL_TEST", "four", 0));
  printf("%s\n", got("RAVEL_TEST"));
  return 0;
}
