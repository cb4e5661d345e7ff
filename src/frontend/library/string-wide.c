/* The few wide string functions that are modelled: ordinary accesses, one wide character at a time. */
#include "internal.h"
#include <wchar.h>

/* Reads up to the terminator. */
size_t wcslen(const wchar_t *text) {
  size_t length = 0;
  while (text[length]) length++;
  return length;
}

/* Both strings up to the first difference. */
int wcscmp(const wchar_t *left, const wchar_t *right) {
  for (;; left++, right++) {
    wchar_t a = *left, b = *right;
    if (a != b) return a < b ? -1 : 1;
    if (!a) return 0;
  }
}

/* Copies with the terminator. */
wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
  for (size_t at = 0;; at++) {
    wchar_t here = from[at];
    to[at] = here;
    if (!here) return to;
  }
}

/* Up to the first match or the terminator. */
wchar_t *wcschr(const wchar_t *text, wchar_t wanted) {
  for (;; text++) {
    wchar_t here = *text;
    if (here == wanted) return (wchar_t *)text;
    if (!here) return NULL;
  }
}

/* Copies in words. */
wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t count) {
  __rvl_move(to, from, count * sizeof(wchar_t));
  return to;
}

/* Writes one wide character at a time. */
wchar_t *wmemset(wchar_t *to, wchar_t value, size_t count) {
  for (size_t at = 0; at < count; at++) to[at] = value;
  return to;
}
