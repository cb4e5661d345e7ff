/* sscanf: the text is read byte by byte by ordinary accesses, never further than a stream would be, and results are stored by ordinary
 * writes. Also scanf from a stream to which bytes were put back. Follows glibc where C leaves room. Long double and wide characters are not modelled. */
#define _GNU_SOURCE
#include "internal.h"
#include <stdio.h>

static const char *parse_set(const char *format, struct __rvl_directive *d) {
  int inverted = *format == '^';
  if (inverted) format++;
  const char *first = format;
  for (;; format++) {
    unsigned char from = (unsigned char)*format;
    if (!from) __rvl_error(RVL_INVALID_ARGUMENT, "scanf: a set without its closing bracket");
    if (from == ']' && format != first) break;
    unsigned char to = from;
    if (format[1] == '-' && format[2] && format[2] != ']' && (unsigned char)format[2] >= from) {
      to = (unsigned char)format[2];
      format += 2;
    }
    for (unsigned byte = from; byte <= to; byte++) d->set[byte / 8] |= (unsigned char)(1 << byte % 8);
  }
  if (inverted)
    for (int at = 0; at < 32; at++) d->set[at] = (unsigned char)~d->set[at];
  return format + 1;
}

const char *__rvl_scan_directive(const char *format, struct __rvl_directive *d) {
  for (int at = 0; at < 32; at++) d->set[at] = 0;
  d->suppressed = d->allocated = d->wide = 0;
  d->width = 0;
  d->bits = 32;
  if (*format == '*') d->suppressed = 1, format++;
  for (char digit; (digit = *format) >= '0' && digit <= '9'; format++)
    if (d->width < 100000000) d->width = d->width * 10 + (size_t)(digit - '0');
  if (*format == '$') __rvl_unsupported("scanf with numbered arguments");
  if (*format == 'm') d->allocated = 1, format++;
  char modifier = *format;
  if (modifier == 'h' || modifier == 'l') {
    int twice = format[1] == modifier;
    d->bits = modifier == 'h' ? (twice ? 8 : 16) : twice ? 64 : 8 * (int)sizeof(long);
    d->wide = modifier == 'l' && !twice;
    format += 1 + twice;
  } else if (modifier == 'j' || modifier == 'q') {
    d->bits = 64, format++;
  } else if (modifier == 'z' || modifier == 't') {
    d->bits = 8 * (int)sizeof(size_t), format++;
  } else if (modifier == 'L') {
    d->bits = 128, format++;
  }
  d->letter = *format++;
  if (d->letter == '[') format = parse_set(format, d);
  if (d->wide && (d->letter == 'c' || d->letter == 's' || d->letter == '[')) __rvl_unsupported("scanf of wide characters");
  return format;
}

void __rvl_store_integer(void *to, int bits, unsigned long long value) {
  switch (bits) {
    case 8: *(unsigned char *)to = (unsigned char)value; break;
    case 16: *(unsigned short *)to = (unsigned short)value; break;
    case 32: *(unsigned *)to = (unsigned)value; break;
    default: *(unsigned long long *)to = value; break;
  }
}

int __rvl_store_text(const struct __rvl_directive *d, void *to, struct __rvl_text *text) {
  if (d->letter != 'c') __rvl_text_byte(text, 0);
  if (d->allocated) {
    char *copy = __rvl_malloc(text->size);
    if (!copy) return -1;
    *(char **)to = copy;
    to = copy;
  }
  __rvl_move(to, text->bytes, text->size);
  return 0;
}

/* The text or stream and how much of it is used; `left` counts down the width of the present field. */
struct source {
  const char *text;
  size_t at, left;
  FILE *stream; /* null: the text */
  int ahead;    /* the stream's next byte, if it has been read ahead */
};
enum { NO_BYTE = -1, NOT_LOOKED_AT = -2 };

/* NO_BYTE at the end of the source and of the field. */
static int peek(struct source *in) {
  if (!in->left) return NO_BYTE;
  if (!in->stream) {
    unsigned char byte = (unsigned char)in->text[in->at];
    return byte ? byte : NO_BYTE;
  }
  if (in->ahead == NOT_LOOKED_AT) {
    __rvl_atomic_begin();
    in->ahead = __rvl_stream_next(in->stream);
    __rvl_atomic_end();
  }
  return in->ahead;
}

static void take(struct source *in) {
  in->ahead = NOT_LOOKED_AT;
  in->at++;
  in->left--;
}

static int skip_space(struct source *in) {
  in->left = SIZE_MAX;
  while (__rvl_is_space(peek(in))) take(in);
  return peek(in);
}

enum outcome { MATCHED, MISMATCH, END };

/* Digits with sign and prefix, as strtol takes them, except that a prefix without digits is a zero and used up. */
static enum outcome scan_integer(struct source *in, const struct __rvl_directive *d, void *to) {
  int base = d->letter == 'i' ? 0 : d->letter == 'o' ? 8 : d->letter == 'x' || d->letter == 'X' || d->letter == 'p' ? 16 : 10;
  int is_signed = d->letter == 'd' || d->letter == 'i';
  int bits = d->letter == 'p' ? 8 * (int)sizeof(void *) : d->bits;
  struct __rvl_text digits;
  __rvl_text_open(&digits);
  int byte = peek(in), any = 0;
  if (byte == '-' || byte == '+') {
    __rvl_text_byte(&digits, byte);
    take(in);
    byte = peek(in);
  }
  if (byte == '0') {
    __rvl_text_byte(&digits, '0');
    any = 1;
    take(in);
    byte = peek(in);
    if ((base == 0 || base == 16) && (byte == 'x' || byte == 'X')) {
      base = 16;
      take(in);
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  for (;;) {
    byte = peek(in);
    int lower = __rvl_lower(byte);
    int digit = byte >= '0' && byte <= '9' ? byte - '0' : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : 99;
    if (digit >= base) break;
    __rvl_text_byte(&digits, byte);
    any = 1;
    take(in);
  }
  if (!any && !digits.size && d->letter == 'p' && in->left >= 5 && byte == '(') {
    static const char nil[] = "(nil)";
    int same = 0;
    while (same < 5 && __rvl_lower(peek(in)) == nil[same]) same++, take(in);
    if (same == 5) {
      __rvl_text_byte(&digits, '0');
      any = 1;
    }
  }
  if (any) {
    __rvl_text_byte(&digits, 0);
    int width = bits <= 8 * (int)sizeof(long) ? 8 * (int)sizeof(long) : 64;
    unsigned long long value = __rvl_parse_integer(digits.bytes, NULL, base, width, is_signed, 0);
    if (!d->suppressed) __rvl_store_integer(to, bits, value);
  }
  __rvl_text_close(&digits);
  return any ? MATCHED : MISMATCH;
}

/* Appends the letters of `word`, in any case, as far as they come; 0 if one is missing. */
static int collect_word(struct source *in, struct __rvl_text *text, const char *word) {
  for (; *word; word++) {
    int byte = peek(in);
    if (__rvl_lower(byte) != *word) return 0;
    __rvl_text_byte(text, byte);
    take(in);
  }
  return 1;
}

/* Appends what looks like the digits, point and exponent of a number; 0 if it cannot be one. */
static int collect_digits(struct source *in, struct __rvl_text *text) {
  size_t start = text->size;
  int hexadecimal = 0, digit = 0, point = 0, exponent = 0, mark = 'e';
  if (peek(in) == '0') {
    __rvl_text_byte(text, '0');
    take(in);
    if (in->left > 1 && __rvl_lower(peek(in)) == 'x') { /* glibc requires room for a digit after it */
      __rvl_text_byte(text, 'x');
      take(in);
      hexadecimal = 1;
      mark = 'p';
    } else {
      digit = 1;
    }
  }
  for (;; take(in)) {
    int byte = peek(in), lower = __rvl_lower(byte);
    if ((byte >= '0' && byte <= '9') || (hexadecimal && !exponent && lower >= 'a' && lower <= 'f')) {
      digit = 1;
    } else if (exponent && (byte == '-' || byte == '+') && text->bytes[text->size - 1] == mark) {
      /* the exponent's sign */
    } else if (digit && !exponent && lower == mark) {
      byte = mark;
      exponent = point = 1;
    } else if (byte == '.' && !point) {
      point = 1;
    } else {
      break;
    }
    __rvl_text_byte(text, byte);
  }
  return text->size > start + (hexadecimal ? 2 : 0);
}

static enum outcome scan_number(struct source *in, const struct __rvl_directive *d, void *to) {
  if (d->bits == 128) __rvl_unsupported("scanf of a long double");
  struct __rvl_text text;
  __rvl_text_open(&text);
  int byte = peek(in);
  if (byte == '-' || byte == '+') {
    __rvl_text_byte(&text, byte);
    take(in);
    byte = peek(in);
  }
  int fits;
  if (__rvl_lower(byte) == 'n') {
    fits = collect_word(in, &text, "nan");
  } else if (__rvl_lower(byte) == 'i') {
    fits = collect_word(in, &text, "inf");
    if (fits && __rvl_lower(peek(in)) == 'i') fits = collect_word(in, &text, "inity");
  } else {
    fits = collect_digits(in, &text);
  }
  if (fits) {
    __rvl_text_byte(&text, 0);
    char *end;
    double value = __rvl_parse_number(text.bytes, &end, !d->wide);
    fits = end != text.bytes;
    if (fits && !d->suppressed) {
      if (d->wide)
        *(double *)to = value;
      else
        *(float *)to = (float)value;
    }
  }
  __rvl_text_close(&text);
  return fits ? MATCHED : MISMATCH;
}

static enum outcome scan_text(struct source *in, const struct __rvl_directive *d, void *to) {
  struct __rvl_text text;
  __rvl_text_open(&text);
  for (int byte; (byte = peek(in)) != NO_BYTE; take(in)) {
    if (d->letter == 's' && __rvl_is_space(byte)) break;
    if (d->letter == '[' && !(d->set[byte / 8] >> byte % 8 & 1)) break;
    __rvl_text_byte(&text, byte);
  }
  enum outcome outcome = text.size ? MATCHED : MISMATCH;
  if (outcome == MATCHED && !d->suppressed && __rvl_store_text(d, to, &text)) outcome = END;
  __rvl_text_close(&text);
  return outcome;
}

static int scan(struct source *in, const char *format, va_list arguments) {
  int stored = 0;
  while (*format) {
    unsigned char expected = (unsigned char)*format++;
    if (__rvl_is_space(expected)) {
      skip_space(in);
      continue;
    }
    struct __rvl_directive d;
    if (expected == '%') format = __rvl_scan_directive(format, &d);
    if (expected != '%' || d.letter == '%') {
      in->left = SIZE_MAX;
      int byte = expected == '%' ? skip_space(in) : peek(in);
      if (byte == NO_BYTE) return stored ? stored : EOF;
      if (byte != expected) return stored;
      take(in);
      continue;
    }
    void *to = d.suppressed ? NULL : va_arg(arguments, void *);
    if (d.letter == 'n') {
      if (to) __rvl_store_integer(to, d.bits, in->at);
      continue;
    }
    if (to && d.allocated) *(char **)to = NULL; /* as glibc leaves it if nothing comes */
    in->left = SIZE_MAX;
    if (d.letter != 'c' && d.letter != '[') skip_space(in);
    if (peek(in) == NO_BYTE) return stored ? stored : EOF;
    in->left = d.width ? d.width : d.letter == 'c' ? 1 : SIZE_MAX;
    enum outcome outcome;
    switch (d.letter) {
      case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'p': outcome = scan_integer(in, &d, to); break;
      case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A': outcome = scan_number(in, &d, to); break;
      case 'c': case 's': case '[': outcome = scan_text(in, &d, to); break;
      case 'C': case 'S': __rvl_unsupported("scanf of wide characters");
      default: __rvl_error(RVL_INVALID_ARGUMENT, "scanf: unknown conversion in the format");
    }
    if (outcome == END) return stored ? stored : EOF;
    if (outcome == MISMATCH) return stored;
    stored += !d.suppressed;
  }
  return stored;
}

static int scan_string(const char *text, const char *format, va_list arguments) {
  struct source in = {text, 0, SIZE_MAX, NULL, NOT_LOOKED_AT};
  return scan(&in, format, arguments);
}

int __rvl_scan_bytes(FILE *stream, const char *format, va_list arguments) {
  struct source in = {NULL, 0, SIZE_MAX, stream, NOT_LOOKED_AT};
  int stored = scan(&in, format, arguments);
  if (in.ahead >= 0) {
    __rvl_atomic_begin();
    if (stream->pushed < (int)sizeof stream->pushback) stream->pushback[stream->pushed++] = (unsigned char)in.ahead;
    __rvl_atomic_end();
  }
  return stored;
}

/* Byte by byte from the text, results stored by ordinary writes; counts and stops as glibc does. */
int sscanf(const char *restrict text, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int stored = scan_string(text, format, arguments);
  va_end(arguments);
  return stored;
}

/* As sscanf. */
int vsscanf(const char *restrict text, const char *restrict format, va_list arguments) {
  return scan_string(text, format, arguments);
}

/* As sscanf. */
int __isoc99_sscanf(const char *restrict text, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int stored = scan_string(text, format, arguments);
  va_end(arguments);
  return stored;
}

/* As sscanf. */
int __isoc99_vsscanf(const char *restrict text, const char *restrict format, va_list arguments) {
  return scan_string(text, format, arguments);
}

/* As sscanf. */
int __isoc23_sscanf(const char *restrict text, const char *restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int stored = scan_string(text, format, arguments);
  va_end(arguments);
  return stored;
}
