/* printf's engine: a format and its arguments in, text out, with C11's conversions, and %m. Strings are read by ordinary accesses, so
 * they may race; numbers become digits in one primitive, and the room for an integer does not depend on its value. A format that
 * numbers its arguments is read twice: first for their types, then for the text. Long double and wide characters beyond ASCII are not
 * modelled; an unknown conversion is an error of the program. */
#include "internal.h"
#include <limits.h>
#include <wchar.h>

enum { LEFT = 1, PLUS = 2, SPACE = 4, ALTERNATE = 8, ZERO = 16 };
/* Larger widths and precisions of numbers are not supported. */
enum { MOST = 1 << 20 };
enum { LONG_DOUBLE = 128 };

enum kind { NONE, WORD, LONG, DOUBLE, POINTER };

/* A numbered argument, fetched before its turn. */
struct slot {
  enum kind kind;
  union {
    unsigned long long bits;
    double number;
    void *pointer;
  };
};
enum { MOST_NUMBERED = 64 };

/* va_list is an array on some targets and a pointer on others; inside a struct it can be passed on both. */
struct arguments {
  va_list list;
  struct slot *numbered; /* null: the arguments come in order */
  int taken;             /* one has been taken in order */
};

struct conversion {
  int flags, width, precision; /* precision -1: none */
  int bits;                    /* of the argument, by the length modifier */
  int wide;                    /* the modifier was l */
  /* Where the argument, width and precision come from: 0: the next argument, n: that with this number, -1: none or given as digits. */
  int from, width_from, precision_from;
  char letter;
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

/* What follows an asterisk: the number of an argument, or nothing. */
static const char *parse_source(const char *format, int *from) {
  *from = parse_count(&format);
  return *from ? format + 1 : format;
}

static const char *parse_sizes(const char *format, struct conversion *c) {
  if (*format == '*') {
    format = parse_source(format + 1, &c->width_from);
  } else {
    c->width = parse_count(&format);
    if (c->width > MOST) __rvl_unsupported("printf with a field width of millions");
  }
  if (*format != '.') return format;
  format++;
  if (*format == '*')
    format = parse_source(format + 1, &c->precision_from);
  else
    c->precision = parse_count(&format);
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

static enum kind kind_of(const struct conversion *c) {
  switch (c->letter) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X':
      if (c->bits == LONG_DOUBLE) __rvl_error(RVL_INVALID_ARGUMENT, "printf: modifier L with an integer conversion");
      return c->bits == 64 ? LONG : WORD;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
      if (c->bits == LONG_DOUBLE) __rvl_unsupported("printf of a long double");
      return DOUBLE;
    case 'c': case 'C': return WORD;
    case 's': case 'S': case 'p': case 'n': return POINTER;
    case 'm': case '%': return NONE;
    default: __rvl_error(RVL_INVALID_ARGUMENT, "printf: unknown conversion in the format");
  }
}

static void next_argument(struct arguments *arguments, enum kind kind, struct slot *to) {
  switch (kind) {
    case WORD: to->bits = va_arg(arguments->list, unsigned); break;
    case LONG: to->bits = va_arg(arguments->list, unsigned long long); break;
    case DOUBLE: to->number = va_arg(arguments->list, double); break;
    case POINTER: to->pointer = va_arg(arguments->list, void *); break;
    case NONE: break;
  }
}

static void fetch(struct arguments *arguments, enum kind kind, int from, struct slot *to) {
  if (kind != NONE && !arguments->numbered != !from) __rvl_error(RVL_INVALID_ARGUMENT, "printf: only some arguments are numbered");
  if (from) {
    *to = arguments->numbered[from - 1];
  } else {
    arguments->taken |= kind != NONE;
    next_argument(arguments, kind, to);
  }
}

/* Reads a conversion; `format` is just after its percent sign. Returns the position after it. */
static const char *parse_conversion(const char *format, struct conversion *c) {
  c->flags = c->width = c->wide = c->from = 0;
  c->precision = c->width_from = c->precision_from = -1;
  c->bits = 32;
  if (*format >= '1' && *format <= '9') {
    const char *number = format;
    int from = parse_count(&number);
    if (*number == '$') {
      c->from = from;
      format = number + 1;
    }
  }
  format = parse_flags(format, c);
  format = parse_sizes(format, c);
  format = parse_length(format, c);
  c->letter = *format;
  return format + 1;
}

static void note_kind(struct slot *numbered, enum kind kind, int from) {
  if (kind == NONE || from < 0) return;
  if (from == 0) __rvl_error(RVL_INVALID_ARGUMENT, "printf: only some arguments are numbered");
  if (from > MOST_NUMBERED) __rvl_unsupported("printf with more than 64 numbered arguments");
  enum kind before = numbered[from - 1].kind;
  if (before != NONE && before != kind) __rvl_error(RVL_INVALID_ARGUMENT, "printf: an argument is numbered twice, as different types");
  numbered[from - 1].kind = kind;
}

/* Fetches all arguments that the rest of the format numbers; `format` is after the first percent sign. */
static void number_arguments(const char *format, struct arguments *arguments) {
  if (arguments->taken) __rvl_error(RVL_INVALID_ARGUMENT, "printf: only some arguments are numbered");
  struct slot *numbered = __rvl_allocate(MOST_NUMBERED * sizeof *numbered, sizeof(unsigned long long), 2);
  __rvl_clear(numbered, MOST_NUMBERED * sizeof *numbered);
  for (;;) {
    struct conversion c;
    format = parse_conversion(format, &c);
    note_kind(numbered, kind_of(&c), c.from);
    note_kind(numbered, WORD, c.width_from);
    note_kind(numbered, WORD, c.precision_from);
    while (*format && *format != '%') format++;
    if (!*format) break;
    format++;
  }
  int last = MOST_NUMBERED;
  while (last && numbered[last - 1].kind == NONE) last--;
  for (int at = 0; at < last; at++) {
    if (numbered[at].kind == NONE) __rvl_error(RVL_INVALID_ARGUMENT, "printf: the numbers of the arguments have a gap");
    next_argument(arguments, numbered[at].kind, &numbered[at]);
  }
  arguments->numbered = numbered;
}

static void fetch_sizes(struct conversion *c, struct arguments *arguments) {
  struct slot given;
  if (c->width_from >= 0) {
    fetch(arguments, WORD, c->width_from, &given);
    int width = (int)given.bits;
    if (width < 0) c->flags |= LEFT;
    unsigned magnitude = width < 0 ? -(unsigned)width : (unsigned)width;
    if (magnitude > MOST) __rvl_unsupported("printf with a field width of millions");
    c->width = (int)magnitude;
  }
  if (c->precision_from >= 0) {
    fetch(arguments, WORD, c->precision_from, &given);
    int precision = (int)given.bits;
    c->precision = precision < 0 ? -1 : precision;
  }
}

static void format_integer(struct __rvl_text *text, const struct conversion *c, unsigned long long value) {
  if (c->bits < 32) value &= (1u << c->bits) - 1;
  format_number(text, c, c->letter == 'i' ? 'd' : c->letter, c->bits, value);
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

/* Formats one conversion; `format` is just after its percent sign. Returns the position after it. */
static const char *convert(struct __rvl_text *text, size_t start, const char *format, struct arguments *arguments) {
  struct conversion c;
  const char *rest = parse_conversion(format, &c);
  if (c.from && !arguments->numbered) number_arguments(format, arguments);
  if (c.width_from >= 0 || c.precision_from >= 0) fetch_sizes(&c, arguments);
  struct slot given;
  fetch(arguments, kind_of(&c), c.from, &given);
  char room[32];
  switch (c.letter) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': format_integer(text, &c, given.bits); break;
    case 'C': c.wide = 1; format_character(text, &c, (unsigned)given.bits); break;
    case 'c': format_character(text, &c, (unsigned)given.bits); break;
    case 'S': c.wide = 1; format_string(text, &c, given.pointer); break;
    case 's': format_string(text, &c, given.pointer); break;
    case 'p': format_pointer(text, &c, given.pointer); break;
    case 'n': store_count(given.pointer, c.bits, text->size - start); break;
    case 'm': c.wide = 0; format_string(text, &c, __rvl_error_text(__rvl_get_errno(), room)); break;
    case '%': __rvl_text_byte(text, '%'); break;
    default: format_number(text, &c, c.letter, 64, given.bits); break; /* a double's bits */
  }
  return rest;
}

int __rvl_vformat(struct __rvl_text *text, const char *format, va_list list) {
  struct arguments arguments;
  va_copy(arguments.list, list);
  arguments.numbered = NULL;
  arguments.taken = 0;
  size_t start = text->size;
  for (char byte; (byte = *format) != 0;) {
    format++;
    if (byte == '%')
      format = convert(text, start, format, &arguments);
    else
      __rvl_text_byte(text, byte);
  }
  va_end(arguments.list);
  if (arguments.numbered) __rvl_deallocate(arguments.numbered);
  size_t length = text->size - start;
  if (length <= INT_MAX) return (int)length;
  __rvl_set_errno(EOVERFLOW);
  return -1;
}
