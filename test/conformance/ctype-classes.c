// <ctype.h>: how many of the 256 byte values each class has in the C locale, which they are by sum, EOF in none, and case mapping.
#include <ctype.h>
#include <stdio.h>

#define CLASS(name)                                                 \
  do {                                                              \
    int count = 0, sum = 0;                                         \
    for (int c = 0; c < 256; c++)                                   \
      if (name(c)) count++, sum += c;                               \
    printf("%s: %d, sum %d, EOF %d\n", #name, count, sum, !!name(EOF)); \
  } while (0)

int main(void) {
  CLASS(isalpha);
  CLASS(isdigit);
  CLASS(isalnum);
  CLASS(isupper);
  CLASS(islower);
  CLASS(isspace);
  CLASS(isblank);
  CLASS(ispunct);
  CLASS(isprint);
  CLASS(isgraph);
  CLASS(iscntrl);
  CLASS(isxdigit);
  int upper = 0, lower = 0;
  for (int c = 0; c < 256; c++) upper += toupper(c) != c, lower += tolower(c) != c;
  printf("changed by toupper %d, by tolower %d\n", upper, lower);
  printf("%c%c%c%c%c%c\n", toupper('a'), toupper('Z'), tolower('A'), tolower('z'), toupper('1'), tolower('_'));
  printf("toupper(EOF) %d\n", toupper(EOF));
  printf("isascii %d %d, toascii %d\n", !!isascii(127), !!isascii(128), toascii(0xc1));
  for (const char *p = "Mixed 4 Case!"; *p; p++) putchar(isupper((unsigned char)*p) ? tolower(*p) : toupper(*p));
  putchar('\n');
  return 0;
}
