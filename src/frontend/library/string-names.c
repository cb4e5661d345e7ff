/* Names with numbers or directories: ordinary reads. */
#define _GNU_SOURCE
#include "internal.h"
#include <string.h>

static int is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

/* How many digits there are from here on. */
static size_t digits(const char *text) {
  size_t count = 0;
  while (is_digit(text[count])) count++;
  return count;
}

/* By bytes, except that numbers are compared by value; digits after a leading zero are a fraction, so that 00 < 01 < 0 < 1. */
int strverscmp(const char *left, const char *right) {
  size_t start = 0, at = 0; /* start of the number that contains `at`, if there is one */
  int zeros = 1;            /* what is equal of it are zeros */
  for (char byte; (byte = left[at]) == right[at]; at++) {
    if (!byte) return 0;
    if (!is_digit(byte)) {
      start = at + 1;
      zeros = 1;
    } else if (byte != '0') {
      zeros = 0;
    }
  }
  unsigned char a = (unsigned char)left[at], b = (unsigned char)right[at];
  char first = left[start], other = right[start];
  if (is_digit(first) && is_digit(other) && first != '0' && other != '0') {
    size_t longer = digits(left + at), shorter = digits(right + at);
    if (longer != shorter) return longer > shorter ? 1 : -1;
  } else if (zeros && at > start && is_digit((char)a) != is_digit((char)b)) {
    return is_digit((char)a) ? -1 : 1;
  }
  return (int)a - (int)b;
}

/* GNU's: what follows the last slash. */
char *basename(const char *path) {
  const char *name = path;
  for (char byte; (byte = *path) != 0; path++)
    if (byte == '/') name = path + 1;
  return (char *)name;
}
