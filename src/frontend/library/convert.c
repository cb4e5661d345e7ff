/* Text to numbers: strtol, strtod and related functions, with glibc's results, end pointers and errno. Each byte of the text is read once, by
 * an ordinary access. All arithmetic is unsigned. */
#define _GNU_SOURCE
#include "internal.h"
#include <inttypes.h>
#include <stdlib.h>

/* The value of a digit in bases up to 36, or 99. */
static unsigned digit_value(char byte) {
  if (byte >= '0' && byte <= '9') return (unsigned)(byte - '0');
  int lower = __rvl_lower((unsigned char)byte);
  return lower >= 'a' && lower <= 'z' ? (unsigned)(lower - 'a') + 10 : 99;
}

unsigned long long __rvl_parse_integer(const char *text, char **end, int base, int bits, int is_signed, int binary) {
  if (base < 0 || base == 1 || base > 36) {
    __rvl_set_errno(EINVAL);
    return 0;
  }
  const char *at = text;
  char byte = *at;
  while (__rvl_is_space((unsigned char)byte)) byte = *++at;
  int negative = byte == '-';
  if (negative || byte == '+') byte = *++at;
  const char *stop = text; /* after the last digit; the start if there is none */
  if (byte == '0' && (base == 0 || base == 16 || (binary && base == 2))) {
    stop = at + 1;
    int letter = __rvl_lower((unsigned char)at[1]);
    unsigned prefix = letter == 'x' && base != 2 ? 16 : letter == 'b' && binary && base != 16 ? 2 : 0;
    if (prefix && digit_value(at[2]) < prefix) {
      at += 2;
      byte = *at;
      base = (int)prefix;
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  unsigned long long all = ~0ull >> (64 - bits);
  unsigned long long most = !is_signed ? all : negative ? (all >> 1) + 1 : all >> 1;
  unsigned long long value = 0;
  int overflow = 0;
  for (unsigned digit; (digit = digit_value(byte)) < (unsigned)base; byte = *at) {
    stop = ++at;
    if (overflow || value > (most - digit) / (unsigned)base)
      overflow = 1;
    else
      value = value * (unsigned)base + digit;
  }
  if (end) *end = (char *)stop;
  if (overflow) {
    __rvl_set_errno(ERANGE);
    return most;
  }
  return negative ? -value & all : value;
}

enum { LONG_BITS = 8 * sizeof(long) };

static long to_long(const char *text, char **end, int base, int binary) {
  return (long)__rvl_parse_integer(text, end, base, LONG_BITS, 1, binary);
}

static unsigned long to_unsigned_long(const char *text, char **end, int base, int binary) {
  return (unsigned long)__rvl_parse_integer(text, end, base, LONG_BITS, 0, binary);
}

static long long to_long_long(const char *text, char **end, int base, int binary) {
  return (long long)__rvl_parse_integer(text, end, base, 64, 1, binary);
}

static unsigned long long to_unsigned_long_long(const char *text, char **end, int base, int binary) {
  return __rvl_parse_integer(text, end, base, 64, 0, binary);
}

/* Byte by byte; result, end pointer and errno as in glibc. */
long strtol(const char *restrict text, char **restrict end, int base) {
  return to_long(text, end, base, 0);
}

/* As strtol. */
unsigned long strtoul(const char *restrict text, char **restrict end, int base) {
  return to_unsigned_long(text, end, base, 0);
}

/* As strtol. */
long long strtoll(const char *restrict text, char **restrict end, int base) {
  return to_long_long(text, end, base, 0);
}

/* As strtol. */
unsigned long long strtoull(const char *restrict text, char **restrict end, int base) {
  return to_unsigned_long_long(text, end, base, 0);
}

/* As strtoll. */
intmax_t strtoimax(const char *restrict text, char **restrict end, int base) {
  return to_long_long(text, end, base, 0);
}

/* As strtoull. */
uintmax_t strtoumax(const char *restrict text, char **restrict end, int base) {
  return to_unsigned_long_long(text, end, base, 0);
}

/* As strtol, with C23's 0b. */
long __isoc23_strtol(const char *restrict text, char **restrict end, int base) {
  return to_long(text, end, base, 1);
}

/* As strtoul, with C23's 0b. */
unsigned long __isoc23_strtoul(const char *restrict text, char **restrict end, int base) {
  return to_unsigned_long(text, end, base, 1);
}

/* As strtoll, with C23's 0b. */
long long __isoc23_strtoll(const char *restrict text, char **restrict end, int base) {
  return to_long_long(text, end, base, 1);
}

/* As strtoull, with C23's 0b. */
unsigned long long __isoc23_strtoull(const char *restrict text, char **restrict end, int base) {
  return to_unsigned_long_long(text, end, base, 1);
}

/* As strtol, for text preprocessed with an old glibc. */
long __strtol_internal(const char *restrict text, char **restrict end, int base, int group) {
  (void)group;
  return to_long(text, end, base, 0);
}

/* As strtoul, for text preprocessed with an old glibc. */
unsigned long __strtoul_internal(const char *restrict text, char **restrict end, int base, int group) {
  (void)group;
  return to_unsigned_long(text, end, base, 0);
}

/* As strtol to base 10, cut to an int. */
int atoi(const char *text) {
  return (int)to_long(text, NULL, 10, 0);
}

/* As strtol to base 10. */
long atol(const char *text) {
  return to_long(text, NULL, 10, 0);
}

/* As strtoll to base 10. */
long long atoll(const char *text) {
  return to_long_long(text, NULL, 10, 0);
}

/* The text is copied to private memory byte by byte and converted there; result, end pointer and errno as in glibc. */
double strtod(const char *restrict text, char **restrict end) {
  return __rvl_parse_number(text, end, 0);
}

/* As strtod, rounded to a float. */
float strtof(const char *restrict text, char **restrict end) {
  return (float)__rvl_parse_number(text, end, 1);
}

/* As strtod. */
double atof(const char *text) {
  return __rvl_parse_number(text, NULL, 0);
}

/* As strtod, for text preprocessed with an old glibc. */
double __strtod_internal(const char *restrict text, char **restrict end, int group) {
  (void)group;
  return __rvl_parse_number(text, end, 0);
}
