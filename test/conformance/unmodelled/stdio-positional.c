// printf with positional arguments: order, repetition, positional width and precision.
#include <stdio.h>

int main(void) {
  printf("%2$s %1$s %2$s\n", "world", "hello");
  printf("%1$*2$d|%1$-*2$d|%1$.*2$d\n", 7, 4);
  printf("%3$c%2$c%1$c\n", 'a', 'b', 'c');
  printf("%2$d %1$lld\n", 10000000000ll, 5);
  char text[16];
  int n = snprintf(text, sizeof text, "%2$*1$d<", 6, 42);
  printf("%d [%s]\n", n, text);
  n = sprintf(text, "%1$d %1$x %1$o", 64);
  printf("%d [%s]\n", n, text);
  return 0;
}
