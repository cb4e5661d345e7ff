// printf with positional arguments: order, repetition, positional width and precision.
#include <stdio.h>

int main(void) {
  printf("%2$s %1$s %2$s\n", "world", "hello");
  printf("%1$*2$d|%1$-*2$d|%1$.*2$d\n", 7, 4);
  printf("%3$c%2$c%1$c\n", 'a', 'b', 'c');
  printf("%2$d %1$lld\n", 10000000000ll, 5);
  return 0;
}
