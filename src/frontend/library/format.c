/* printf's engine: a format and its arguments in, text out, with C11's conversions, and %m. Strings are read by ordinary accesses, so
 * they may race; numbers become digits in one primitive, and the room for an integer does not depend on its value. Long double,
 * numbered arguments and wide characters beyond ASCII are not modelled; an unknown conversion is an error of the program. */
#include "internal.h"
#include <limits.h>
#include <wchar.h>

enum { LEFT = 1, PLUS = 2, SPACE = 4, ALTERNATE = 8, ZERO = 16 };
/* Widths and precisions of numbers beyond this are not worth their memory. */
enum { MOST = 1 << 20 };
enum { LONG_DOUBLE = 128 };

/* va_list is an array on some targets and a pointer on others; inside a struct it can be handed on everywhere. */
struct arguments {
  va_list list;
};

struct conversion {
  int flags, width, precision; /* precision -1: none */
  int bits;                    /* of the argument, by the length modifier */
  int wide;                    /* the modifier was l */
};

static int parse_count(const char **format) {
  unsigned count = 0;
  for (char digit; (digit = **format) >= '0' && digit <= '9'; (*format)++) {
    count = count * 10 + (unsigned)(digit - '0');
    if (count > INT_MAX / 16) count = INT_MAX / 16;
  }
  return (int)count;
}

static const char *parse_flags(const char *format, struct conversion *c) {
  for (;; format++) switch (*format) {
      case '-': c->flags |= LEFT; break;
      case '+': c->flags |= PLUS; break;
      case ' ': c->flags |= SPACE; break;
      case '#': c->flags |= ALTERNATE; break;
      case '0': c->flags |= ZERO; break;
      case '\'': break; /* no digit groups in the C locale */
      default: return format;
    }
}

static const char *parse_sizes(const char *format, struct conversion *c, struct arguments *arguments) {
  if (*format == '*') {
    format++;
    int width = va_arg(arguments->list, int);
    if (width < 0) c->flags |= LEFT;
    unsigned magnitude = width < 0 ? -(unsigned)width : (unsigned)width;
    if (magnitude > MOST) __rvl_unsupported("printf with a field width of millions");
    c->width = (int)magnitude;
  } else {
    c->width = parse_count(&format);
    if (*format == '$') __rvl_unsupported("printf with numbered arguments");
    if (c->width > MOST) __rvl_unsupported("printf with a field width of millions");
  }
  if (*format != '.') return format;
  format++;
  if (*format == '*') {
    format++;
    int precision = va_arg(arguments->list, int);
    c->precision = precision < 0 ? -1 : precision;
  } else {
    c->precision = parse_count(&format);
  }
  return format;
}

static const char *parse_length(const char *format, struct conversion *c) {
  switch (*format) {
    case 'h':
      c->bits = format[1] == 'h' ? 8 : 16;
      return format + (format[1] == 'h' ? 2 : 1);
    case 'l':
      c->wide = format[1] != 'l';
      c->bits = format[1] == 'l' ? 64 : 8 * (int)sizeof(long);
      return format + (format[1] == 'l' ? 2 : 1);
    case 'q':
    case 'j': c->bits = 64; return format + 1;
    case 'z':
    case 'Z':
    case 't': c->bits = 8 * (int)sizeof(size_t); return format + 1;
    case 'L': c->bits = LONG_DOUBLE; return format + 1;
    default: return format;
  }
}

/* Moves what was appended since `start` to its place in the field. */
static void justify(struct __rvl_text *text, size_t start, const struct conversion *c) {
  size_t length = text->size - start, width = (size_t)c->width;
  if (length >= width) return;
  __rvl_text_pad(text, ' ', width - length);
  if (c->flags & LEFT) return;
  char *field = text->bytes + start;
  for (size_t at = length; at--;) field[width - length + at] = field[at];
  for (size_t at = 0; at < width - length; at++) field[at] = ' ';
}

static void format_number(struct __rvl_text *text, const struct conversion *c, int letter, int bits, unsigned long long value) {
  if (c->precision > MOST) __rvl_unsupported("printf with a precision of millions");
  int may_be_longer = letter != 'd' && letter != 'u' && letter != 'o' && letter != 'x' && letter != 'X';
  /* Enough for any integer; a double may turn out longer and is then formatted again. */
  size_t room = (size_t)(c->precision > 0 ? c->precision : 0) + 32;
  if (room < (size_t)c->width) room = (size_t)c->width;
  __rvl_text_reserve(text, room);
  int length = __rvl_format_number(text->bytes + text->size, (int)room, letter, c->flags, c->width, c->precision, bits, value);
  if (may_be_longer && (size_t)length > room) {
    __rvl_text_reserve(text, (size_t)length);
    __rvl_format_number(text->bytes + text->size, length, letter, c->flags, c->width, c->precision, bits, value);
  }
  text->size += (size_t)length;
}

static void format_integer(struct __rvl_text *text, const struct conversion *c, int letter, struct arguments *arguments) {
  if (c->bits == LONG_DOUBLE) __rvl_error(RVL_INVALID_ARGUMENT, "printf: modifier L with an integer conversion");
  unsigned long long value = c->bits == 64 ? va_arg(arguments->list, unsigned long long) : va_arg(arguments->list, unsigned);
  if (c->bits < 32) value &= (1u << c->bits) - 1;
  format_number(text, c, letter == 'i' ? 'd' : letter, c->bits, value);
}

static void format_double(struct __rvl_text *text, const struct conversion *c, int letter, struct arguments *arguments) {
  if (c->bits == LONG_DOUBLE) __rvl_unsupported("printf of a long double");
  union {
    double number;
    unsigned long long bits;
  } value = {va_arg(arguments->list, double)};
  format_number(text, c, letter, 64, value.bits);
}

static void wide_byte(struct __rvl_text *text, unsigned wide) {
  if (wide > 127) __rvl_unsupported("printf of wide characters beyond ASCII");
  __rvl_text_byte(text, (int)wide);
}

static void format_string(struct __rvl_text *text, const struct conversion *c, const void *string) {
  size_t start = text->size, most = c->precision < 0 ? SIZE_MAX : (size_t)c->precision;
  if (!string) {
    if (most >= 6) __rvl_text_string(text, "(null)");
  } else if (c->wide) {
    const wchar_t *bytes = string;
    wchar_t wide;
    for (size_t at = 0; at < most && (wide = bytes[at]) != 0; at++) wide_byte(text, (unsigned)wide);
  } else {
    const char *bytes = string;
    char byte;
    for (size_t at = 0; at < most && (byte = bytes[at]) != 0; at++) __rvl_text_byte(text, byte);
  }
  justify(text, start, c);
}

static void format_character(struct __rvl_text *text, const struct conversion *c, unsigned character) {
  size_t start = text->size;
  if (c->wide)
    wide_byte(text, character);
  else
    __rvl_text_byte(text, (int)(character & 255));
  justify(text, start, c);
}

static void format_pointer(struct __rvl_text *text, struct conversion *c, void *pointer) {
  if (pointer) {
    c->flags |= ALTERNATE;
    format_number(text, c, 'x', 8 * (int)sizeof pointer, (uintptr_t)pointer);
  } else {
    c->wide = 0;
    c->precision = -1;
    format_string(text, c, "(nil)");
  }
}

static void store_count(void *to, int bits, size_t count) {
  switch (bits) {
    case 8: *(unsigned char *)to = (unsigned char)count; break;
    case 16: *(unsigned short *)to = (unsigned short)count; break;
    case 32: *(unsigned *)to = (unsigned)count; break;
    default: *(unsigned long long *)to = count; break;
  }
}

/* One conversion, `format` just behind its percent sign; returns the place behind it. */
static const char *convert(struct __rvl_text *text, size_t start, const char *format, struct arguments *arguments) {
  struct conversion c = {0, 0, -1, 32, 0};
  format = parse_flags(format, &c);
  format = parse_sizes(format, &c, arguments);
  format = parse_length(format, &c);
  char room[32];
  char letter = *format;
  switch (letter) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
      format_integer(text, &c, letter, arguments);
      break;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
      format_double(text, &c, letter, arguments);
      break;
    case 'C': c.wide = 1; format_character(text, &c, va_arg(arguments->list, unsigned)); break;
    case 'c': format_character(text, &c, va_arg(arguments->list, unsigned)); break;
    case 'S': c.wide = 1; format_string(text, &c, va_arg(arguments->list, void *)); break;
    case 's': format_string(text, &c, va_arg(arguments->list, void *)); break;
    case 'p': format_pointer(text, &c, va_arg(arguments->list, void *)); break;
    case 'n': store_count(va_arg(arguments->list, void *), c.bits, text->size - start); break;
    case 'm': c.wide = 0; format_string(text, &c, __rvl_error_text(__rvl_get_errno(), room)); break;
    case '%': __rvl_text_byte(text, '%'); break;
    default: __rvl_error(RVL_INVALID_ARGUMENT, "printf: unknown conversion in the format");
  }
  return format + 1;
}

int __rvl_vformat(struct __rvl_text *text, const char *format, va_list list) {
  struct arguments arguments;
  va_copy(arguments.list, list);
  size_t start = text->size;
  for (char byte; (byte = *format) != 0;) {
    format++;
    if (byte == '%')
      format = convert(text, start, format, &arguments);
    else
      __rvl_text_byte(text, byte);
  }
  va_end(arguments.list);
  size_t length = text->size - start;
  if (length <= INT_MAX) return (int)length;
  __rvl_set_errno(EOVERFLOW);
  return -1;
}
