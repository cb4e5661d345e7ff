// printf with positional arguments: order, repetition, positional width and precision, every kind of argument, through a va_list, %% and %m
// among them.
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

static int print(char *to, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int n = vsnprintf(to, size, format, arguments);
  va_end(arguments);
  return n;
}

int main(void) {
  printf("%2$s %1$s %2$s\n", "world", "hello");
  printf("%1$*2$d|%1$-*2$d|%1$.*2$d\n", 7, 4);
  printf("%1$*2$d|%1$*3$d\n", 7, -4, 3);
  printf("%3$c%2$c%1$c\n", 'a', 'b', 'c');
  printf("%2$d %1$lld\n", 10000000000ll, 5);
  printf("%4$s %3$.2f %2$lld %1$hhd %3$g\n", 300, -1ll, 2.5, "text");
  printf("%9$d%8$d%7$d%6$d%5$d%4$d%3$d%2$d%1$d %10$.1f\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 0.5);
  errno = EINVAL;
  printf("%2$d %% %m %1$#x\n", 255, 2);
  char text[32];
  int n = snprintf(text, sizeof text, "%2$*1$d<", 6, 42), count = 0;
  printf("%d [%s]\n", n, text);
  n = sprintf(text, "%1$d %1$x %1$o%2$n", 64, &count);
  printf("%d %d [%s]\n", n, count, text);
  n = print(text, sizeof text, "%2$p %1$05.1f %3$ld", 2.25, NULL, -3L);
  printf("%d [%s]\n", n, text);
  return 0;
}
