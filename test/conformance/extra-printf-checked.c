// printf and related functions under the names they have with _FORTIFY_SOURCE, and vdprintf.
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

extern int __printf_chk(int, const char *, ...), __vprintf_chk(int, const char *, va_list);
extern int __fprintf_chk(FILE *, int, const char *, ...), __vfprintf_chk(FILE *, int, const char *, va_list);
extern int __dprintf_chk(int, int, const char *, ...), __vdprintf_chk(int, int, const char *, va_list);
extern int __sprintf_chk(char *, int, size_t, const char *, ...), __vsprintf_chk(char *, int, size_t, const char *, va_list);
extern int __snprintf_chk(char *, size_t, int, size_t, const char *, ...), __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
extern int __asprintf_chk(char **, int, const char *, ...), __vasprintf_chk(char **, int, const char *, va_list);

static char text[32];
static char *made;

static int by_list(int which, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = 0;
  switch (which) {
    case 0: length = __vprintf_chk(1, format, arguments); break;
    case 1: length = __vfprintf_chk(stdout, 1, format, arguments); break;
    case 2: length = __vdprintf_chk(1, 1, format, arguments); break;
    case 3: length = vdprintf(1, format, arguments); break;
    case 4: length = __vsprintf_chk(text, 1, sizeof text, format, arguments); break;
    case 5: length = __vsnprintf_chk(text, sizeof text, 1, sizeof text, format, arguments); break;
    case 6: length = __vasprintf_chk(&made, 1, format, arguments); break;
  }
  va_end(arguments);
  fflush(stdout);
  return length;
}

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  int length = __printf_chk(1, "one %d\n", 1);
  length += __fprintf_chk(stdout, 1, "two %d\n", 2);
  length += __dprintf_chk(1, 1, "three %d\n", 3);
  for (int i = 0; i < 4; i++) length += by_list(i, "list %d\n", i);
  printf("%d\n", length);
  length = __sprintf_chk(text, 1, sizeof text, "<%d>", 4);
  printf("%s %d\n", text, length);
  length = __snprintf_chk(text, 4, 1, sizeof text, "<%d>", 5678);
  printf("%s %d\n", text, length);
  length = __asprintf_chk(&made, 1, "<%s>", "made");
  printf("%s %d\n", made, length);
  free(made);
  for (int i = 4; i < 7; i++) {
    length = by_list(i, "<list %d>", i);
    printf("%s %d\n", i < 6 ? text : made, length);
  }
  free(made);
  return 0;
}
