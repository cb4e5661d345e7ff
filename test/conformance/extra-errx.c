// exit: 6
// errx writes to standard error and ends the process.
#include <err.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>


int main(void) {
  errno = EINVAL;
  puts("before");
  fflush(stdout);
  errx(6, "%s", "the end");
  puts("after");
}
