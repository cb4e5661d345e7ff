// exit: 5
// err, warn and related functions write to standard error under the name of the program; err ends it.
#include <err.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

static void list_warn(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vwarn(format, arguments);
  va_end(arguments);
  va_start(arguments, format);
  vwarnx(format, arguments);
  va_end(arguments);
}

int main(void) {
  errno = ENOENT;
  warn("no %d", 1);
  warnx("no %s", "two");
  list_warn("no %c", '3');
  errno = EACCES;
  perror("perror");
  errno = EINVAL;
  err(5, "%s", "the end");
}
