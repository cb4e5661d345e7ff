/* scanf from streams: every value is an input, not parsed from bytes, so that `scanf("%d", &n)` gives any int at once. Before each
 * conversion the environment decides whether it succeeds; an all-zero input is the end of the file. Strings are input bytes of
 * any length the width allows. Where bytes were put back (ungetc), the call is parsed byte by byte instead. */
#define _GNU_SOURCE
#include "internal.h"
#include <stdio.h>

/* base to the power of digits, or 0 if that is beyond `most`. */
static unsigned long long power(unsigned base, size_t digits, unsigned long long most) {
  unsigned long long value = 1;
  while (digits--) {
    if (value > most / base) return 0;
    value *= base;
  }
  return value;
}

/* Any value of `bits` bits that fits into `width` characters. */
static unsigned long long any_integer(int bits, unsigned base, size_t width, int is_signed) {
  unsigned long long all = ~0ull >> (64 - bits);
  unsigned long long limit = width ? power(base, width, all) : 0;
  if (!limit) return is_signed ? __rvl_input(bits, "scanf") : __rvl_input(bits, "scanf: unsigned");
  if (width > 1 && __rvl_input(1, "scanf: negative")) return -__rvl_input_from(bits, 0, limit / base - 1, "scanf: minus") & all;
  return __rvl_input_from(bits, 0, limit - 1, "scanf");
}

/* Appends bytes as %c, %s or %[ takes them; 0 if there is not even one. */
static int any_text(const struct __rvl_directive *d, struct __rvl_text *text) {
  size_t width = d->width ? d->width : d->letter == 'c' ? 1 : SIZE_MAX;
  while (text->size < width) {
    if (text->size && !__rvl_input(1, "more input")) break;
    int byte = (int)__rvl_input(8, "input byte");
    if (d->letter == 's' && __rvl_is_space(byte)) {
      if (text->size) break;
      byte = '!'; /* blanks in front are skipped, so the first byte is none */
    }
    if (d->letter == '[' && !(d->set[byte / 8] >> byte % 8 & 1)) break;
    __rvl_text_byte(text, byte);
  }
  return text->size != 0;
}

/* One conversion, stored to `to` unless that is null; 0 if it does not match. */
static int any_value(const struct __rvl_directive *d, void *to) {
  unsigned long long value = 0;
  switch (d->letter) {
    case 'd': case 'u': value = any_integer(d->bits, 10, d->width, d->letter == 'd'); break;
    case 'i': value = any_integer(d->bits, 16, d->width, 1); break; /* the widest of its bases */
    case 'o': value = any_integer(d->bits, 8, d->width, 0); break;
    case 'x': case 'X': value = any_integer(d->bits, 16, d->width, 0); break;
    case 'p': value = __rvl_input(8 * (int)sizeof(void *), "scanf: pointer"); break;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
      if (d->bits == 128) __rvl_unsupported("scanf of a long double");
      value = d->wide ? __rvl_input(64, "scanf: double") : __rvl_input(32, "scanf: float");
      if (to) __rvl_store_integer(to, d->wide ? 64 : 32, value);
      return 1;
    case 'c': case 's': case '[': {
      struct __rvl_text text;
      __rvl_text_open(&text);
      int matched = any_text(d, &text);
      if (matched && to && __rvl_store_text(d, to, &text)) matched = 0;
      __rvl_text_close(&text);
      return matched;
    }
    case 'C': case 'S': __rvl_unsupported("scanf of wide characters");
    default: __rvl_error(RVL_INVALID_ARGUMENT, "scanf: unknown conversion in the format");
  }
  if (to) __rvl_store_integer(to, d->letter == 'p' ? 8 * (int)sizeof(void *) : d->bits, value);
  return 1;
}

enum item { MISSING, PRESENT, PUT_BACK };

/* Whether the environment has something for the next conversion; otherwise perhaps because the file has ended. */
static enum item next_item(FILE *stream) {
  enum item more = MISSING;
  __rvl_atomic_begin();
  if (__rvl_stream_wait) __rvl_stream_wait(stream);
  if (stream->pushed) {
    more = PUT_BACK;
  } else if (stream->readable && !(stream->flags & RVL_END_OF_FILE)) {
    more = __rvl_input(1, "scanf matches") ? PRESENT : MISSING;
    if (!more && !__rvl_input(1, "scanf: other input")) stream->flags |= RVL_END_OF_FILE;
  }
  __rvl_atomic_end();
  return more;
}

static int scan_stream(FILE *stream, const char *format, va_list arguments) {
  int stored = 0;
  const char *rest = format; /* after the last conversion */
  while (*format) {
    if (*format++ != '%') continue; /* whether the text between matches is part of the next decision */
    struct __rvl_directive d;
    format = __rvl_scan_directive(format, &d);
    if (d.letter == '%') continue;
    if (d.letter == 'n') {
      void *to = d.suppressed ? NULL : va_arg(arguments, void *);
      if (to) __rvl_store_integer(to, d.bits, __rvl_input(16, "scanf: bytes read"));
      rest = format;
      continue;
    }
    enum item item = next_item(stream);
    if (item == PUT_BACK) {
      int more = __rvl_scan_bytes(stream, rest, arguments);
      return more == EOF ? (stored ? stored : EOF) : stored + more;
    }
    void *to = d.suppressed ? NULL : va_arg(arguments, void *);
    if (item == MISSING) {
      __rvl_atomic_begin();
      int ended = (stream->flags & RVL_END_OF_FILE) != 0 || !stream->readable;
      __rvl_atomic_end();
      return stored || !ended ? stored : EOF;
    }
    if (!any_value(&d, to)) return stored;
    stored += !d.suppressed;
    rest = format;
  }
  return stored;
}

/* The body of a function with variable arguments after the format. */
#define FORWARD(stream)                                 \
  va_list arguments;                                    \
  va_start(arguments, format);                          \
  int stored = scan_stream(stream, format, arguments);  \
  va_end(arguments);                                    \
  return stored

/* Every value, and how many there are, is an input. */
int scanf(const char *restrict format, ...) {
  FORWARD(&__rvl_streams[0]);
}

/* As scanf. */
int fscanf(FILE *restrict stream, const char *restrict format, ...) {
  FORWARD(stream);
}

/* As scanf. */
int vscanf(const char *restrict format, va_list arguments) {
  return scan_stream(&__rvl_streams[0], format, arguments);
}

/* As scanf. */
int vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments) {
  return scan_stream(stream, format, arguments);
}

/* As scanf. */
int __isoc99_scanf(const char *restrict format, ...) {
  FORWARD(&__rvl_streams[0]);
}

/* As scanf. */
int __isoc99_fscanf(FILE *restrict stream, const char *restrict format, ...) {
  FORWARD(stream);
}

/* As scanf. */
int __isoc99_vscanf(const char *restrict format, va_list arguments) {
  return scan_stream(&__rvl_streams[0], format, arguments);
}

/* As scanf. */
int __isoc99_vfscanf(FILE *restrict stream, const char *restrict format, va_list arguments) {
  return scan_stream(stream, format, arguments);
}

/* As scanf. */
int __isoc23_scanf(const char *restrict format, ...) {
  FORWARD(&__rvl_streams[0]);
}

/* As scanf. */
int __isoc23_fscanf(FILE *restrict stream, const char *restrict format, ...) {
  FORWARD(stream);
}
