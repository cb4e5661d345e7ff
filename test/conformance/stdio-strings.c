// printf of strings and characters: width, precision (also of text without a terminator), %n, %p equality.
#include <stdio.h>
#include <string.h>

int main(void) {
  char raw[3] = {'x', 'y', 'z'};
  printf("[%s] [%8s] [%-8s] [%.2s] [%8.2s] [%-8.2s] [%.0s]\n", "hello", "hello", "hello", "hello", "hello", "hello", "hello");
  printf("[%.3s] [%.*s] [%*s] [%-*s]\n", raw, 2, raw, 5, "ab", 5, "ab");
  printf("[%s] [%5s]\n", "", "");
  printf("[%c%c%c] [%4c]\n", 'a', '\t', 'b', 'z');
  int at = -1, later = -1;
  short narrow = -1;
  printf("12345%n67%n%hn\n", &at, &later, &narrow);
  printf("%d %d %d\n", at, later, narrow);

  char a[40], b[40];
  static int x, y;
  snprintf(a, sizeof a, "%p", (void *)&x);
  snprintf(b, sizeof b, "%p", (void *)&x);
  printf("pointer: same text %d, starts with 0x %d\n", strcmp(a, b) == 0, strncmp(a, "0x", 2) == 0);
  snprintf(b, sizeof b, "%p", (void *)&y);
  printf("another pointer: same text %d\n", strcmp(a, b) == 0);
  void *back = NULL;
  sscanf(a, "%p", &back);
  printf("read back %d\n", back == &x);
  printf("null pointer %p\n", NULL);
  return 0;
}
