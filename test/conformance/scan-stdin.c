// scanf and fscanf on stdin: what was put back by ungetc is read first, so its result is known; the rest is an input.
#include <stdio.h>

static void put_back(const char *text) {
  int length = 0;
  while (text[length]) length++;
  while (length--) ungetc(text[length], stdin);
}

int main(void) {
  int number = -1, other = -1, count = -1;
  char c = '.', word[8] = "";
  ungetc('7', stdin);
  printf("scanf %d", scanf("%1d", &number));
  printf(" %d\n", number);
  ungetc('x', stdin);
  printf("no number %d", scanf("%d", &number));
  printf(" %d\n", number);
  printf("the character stays %d", fscanf(stdin, "%c", &c));
  printf(" %c\n", c);
  put_back("12,34.");
  printf("two %d", scanf("%d,%d%n", &number, &other, &count));
  printf(" %d %d %d", number, other, count);
  printf(" then %c\n", getchar());
  put_back("ab 5x");
  printf("word %d", scanf("%s%dx", word, &number));
  printf(" %s %d\n", word, number);
  put_back("k=1;");
  printf("literal %d", scanf("k=%d%[;]", &number, word));
  printf(" %d\n", number);
  int rc = scanf("%d", &number);
  printf("assigned, not assigned or end: %d\n", rc == 1 || rc == 0 || rc == EOF);
  return 0;
}
