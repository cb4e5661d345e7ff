// Names under which old headers called strtol and related functions, the tables used by isalpha and toupper, and the C locale.
#define _GNU_SOURCE
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

extern long __strtol_internal(const char *, char **, int, int);
extern unsigned long __strtoul_internal(const char *, char **, int, int);
extern double __strtod_internal(const char *, char **, int);
extern const unsigned short **__ctype_b_loc(void);
extern const int **__ctype_tolower_loc(void), **__ctype_toupper_loc(void);
extern size_t __ctype_get_mb_cur_max(void);

int main(void) {
  char *end;
  printf("%ld", __strtol_internal("-12z", &end, 10, 0));
  printf(" %c %lu %.2f\n", *end, __strtoul_internal("ff", NULL, 16, 0), __strtod_internal("2.5", NULL, 0));
  const unsigned short *properties = *__ctype_b_loc();
  for (const char *c = "aZ5 _\n"; *c; c++) printf("%x ", properties[(unsigned char)*c]);
  printf("%x\n", properties[-1]);
  printf("%c%c %c%c\n", (*__ctype_tolower_loc())['Q'], (*__ctype_tolower_loc())['q'], (*__ctype_toupper_loc())['w'], (*__ctype_toupper_loc())['W']);
  printf("%d\n", (int)__ctype_get_mb_cur_max());
  printf("%s", setlocale(LC_ALL, NULL));
  printf(" %s\n", localeconv()->decimal_point);
  setenv("extra", "value", 1);
  printf("%s\n", secure_getenv("extra"));
  return 0;
}
