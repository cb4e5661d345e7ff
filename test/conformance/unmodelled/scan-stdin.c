// scanf and fscanf on stdin: what was put back by ungetc is read first, so its result is known; the rest is an input.
#include <stdio.h>

int main(void) {
  int number = -1;
  char c = '.';
  ungetc('7', stdin);
  printf("scanf %d", scanf("%1d", &number));
  printf(" %d\n", number);
  ungetc('x', stdin);
  printf("no number %d", scanf("%d", &number));
  printf(" %d\n", number);
  printf("the character stays %d", fscanf(stdin, "%c", &c));
  printf(" %c\n", c);
  int rc = scanf("%d", &number);
  printf("assigned, not assigned or end: %d\n", rc == 1 || rc == 0 || rc == EOF);
  return 0;
}
