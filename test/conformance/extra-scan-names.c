// sscanf under the names C99 headers give it.
#include <stdarg.h>
#include <stdio.h>

extern int __isoc99_sscanf(const char *, const char *, ...), __isoc99_vsscanf(const char *, const char *, va_list);

static int by_list(const char *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int stored = __isoc99_vsscanf(text, format, arguments);
  va_end(arguments);
  return stored;
}

int main(void) {
  int n = 0, m = 0;
  char word[8] = "";
  printf("%d", __isoc99_sscanf("12 abc", "%d %7s", &n, word));
  printf(" %d %s", n, word);
  printf(" %d", by_list("x=5", "x=%d", &m));
  printf(" %d\n", m);
  return 0;
}
