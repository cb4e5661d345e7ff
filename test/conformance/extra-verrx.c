// exit: 8
// verrx writes to standard error and ends the process.
#include <err.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

static void leave(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  verrx(8, format, arguments);
}

int main(void) {
  errno = EINVAL;
  puts("before");
  fflush(stdout);
  leave("%s", "the end");
  puts("after");
}
