// sscanf with the m modifier: strings and sets are allocated, to be freed.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *word = NULL, *digits = NULL;
  printf("%d:", sscanf("allocated 123abc", "%ms %m[0-9]", &word, &digits));
  printf(" [%s] [%s]\n", word, digits);
  free(word), free(digits);
  char *untouched = word = NULL;
  printf("%d:", sscanf("abc", "%m[0-9]", &untouched));
  printf(" nothing allocated %d\n", untouched == NULL);
  printf("%d:", sscanf("  two words", "%*s %ms", &word));
  printf(" [%s]\n", word);
  free(word);
  return 0;
}
