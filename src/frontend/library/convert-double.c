/* strtod's grammar: blanks, a sign, then a decimal or hexadecimal number, infinity or NaN. The end of the number is found here, byte by
 * byte; the value of a decimal comes from the primitive, that of a hexadecimal number is computed exactly. A float is the double rounded
 * again (wrong in the last place for about one in 2^29 long texts). */
#include "internal.h"
#include <float.h>

static int lower(char byte) {
  return __rvl_lower((unsigned char)byte);
}

static int is_digit(char byte) {
  return byte >= '0' && byte <= '9';
}

static int hex_value(char byte) {
  int letter = lower(byte);
  return is_digit(byte) ? byte - '0' : letter >= 'a' && letter <= 'f' ? letter - 'a' + 10 : -1;
}

/* The length of `word` if the text begins with it in any case, else 0. */
static size_t match(const char *text, const char *word) {
  size_t length = 0;
  for (; word[length]; length++)
    if (lower(text[length]) != word[length]) return 0;
  return length;
}

/* value * 2^power, where the result is exact. */
static double scale(double value, int power) {
  for (; power < -1000; power += 1000) value *= 0x1p-1000;
  for (; power > 1000; power -= 1000) value *= 0x1p1000;
  union {
    uint64_t bits;
    double number;
  } factor = {(uint64_t)(power + 1023) << 52};
  return value * factor.number;
}

/* An exponent (`letter` and digits) at the start of the text: its value, at most a million, and its length, 0 if it is none. */
static int exponent(const char *text, int letter, size_t *length) {
  *length = 0;
  if (lower(text[0]) != letter) return 0;
  int negative = text[1] == '-';
  size_t at = negative || text[1] == '+' ? 2 : 1;
  if (!is_digit(text[at])) return 0;
  int value = 0;
  for (; is_digit(text[at]); at++)
    if (value < 100000) value = value * 10 + (text[at] - '0');
  *length = at;
  return negative ? -value : value;
}

/* mantissa * 2^power rounded to the nearest number of `precision` bits (`sticky`: a little more than that). */
static double round_binary(uint64_t mantissa, int sticky, int power, int precision, int least, int greatest) {
  if (!mantissa) return 0;
  while (!(mantissa >> 63)) {
    mantissa <<= 1;
    power--;
  }
  int top = power + 63; /* the exponent of the leading bit */
  int kept = top < least ? precision - (least - top) : precision;
  if (kept < 0) kept = -1;
  int dropped = 64 - kept; /* 11 … 65 */
  uint64_t high = dropped > 63 ? 0 : mantissa >> dropped;
  uint64_t half = dropped > 64 ? 0 : (uint64_t)1 << (dropped - 1);
  uint64_t rest = dropped > 63 ? mantissa : mantissa & (((uint64_t)1 << dropped) - 1);
  int inexact = rest || sticky;
  int tiny = top < least;
  if (half && (rest > half || (rest == half && (sticky || (high & 1))))) high++;
  if (tiny && inexact) __rvl_set_errno(ERANGE);
  if (top > greatest || (top == greatest && high >> precision)) {
    __rvl_set_errno(ERANGE);
    return __builtin_inf();
  }
  return high ? scale((double)high, power + dropped) : 0;
}

/* A hexadecimal number after its 0x; `length` becomes 0 if there is no digit. */
static double hexadecimal(const char *text, size_t *length, int narrow) {
  uint64_t mantissa = 0;
  int power = 0, sticky = 0, digits = 0, point = 0;
  size_t at = 0;
  for (;; at++) {
    char byte = text[at];
    int digit = hex_value(byte);
    if (digit >= 0) {
      digits = 1;
      if (mantissa >> 60) {
        sticky |= digit != 0;
        if (!point && power < 1000000) power += 4;
      } else {
        mantissa = mantissa << 4 | (unsigned)digit;
        if (point && power > -1000000) power -= 4;
      }
    } else if (byte == '.' && !point) {
      point = 1;
    } else {
      break;
    }
  }
  *length = 0;
  if (!digits) return 0;
  size_t more;
  power += exponent(text + at, 'p', &more);
  *length = at + more;
  return narrow ? round_binary(mantissa, sticky, power, FLT_MANT_DIG, FLT_MIN_EXP - 1, FLT_MAX_EXP - 1)
                : round_binary(mantissa, sticky, power, DBL_MANT_DIG, DBL_MIN_EXP - 1, DBL_MAX_EXP - 1);
}

/* A decimal number; `length` becomes 0 if there is no digit. */
static double decimal(const char *text, size_t *length, int narrow) {
  struct __rvl_text copy;
  __rvl_text_open(&copy);
  int digits = 0, nonzero = 0, point = 0;
  size_t at = 0;
  for (char byte; (byte = text[at]), is_digit(byte) || (byte == '.' && !point); at++) {
    if (byte == '.')
      point = 1;
    else
      digits = 1, nonzero |= byte != '0';
    __rvl_text_byte(&copy, byte);
  }
  double value = 0;
  *length = 0;
  if (digits) {
    size_t more;
    exponent(text + at, 'e', &more);
    __rvl_text_bytes(&copy, text + at, more);
    *length = at + more;
    __rvl_text_byte(&copy, 0);
    int consumed;
    union {
      uint64_t bits;
      double number;
    } result = {__rvl_parse_double(copy.bytes, &consumed)};
    value = narrow ? (double)(float)result.number : result.number;
    double least = narrow ? FLT_MIN : DBL_MIN;
    if (nonzero && (value < least || value - value != 0)) __rvl_set_errno(ERANGE);
  }
  __rvl_text_close(&copy);
  return value;
}

double __rvl_parse_number(const char *text, char **end, int narrow) {
  const char *at = text;
  while (__rvl_is_space((unsigned char)*at)) at++;
  int negative = *at == '-';
  if (negative || *at == '+') at++;
  double value = 0;
  size_t length;
  if (at[0] == '0' && lower(at[1]) == 'x') {
    value = hexadecimal(at + 2, &length, narrow);
    length = length ? length + 2 : 1; /* no digit: the zero alone */
  } else if ((length = match(at, "inf")) != 0) {
    value = __builtin_inf();
    length += match(at + length, "inity");
  } else if ((length = match(at, "nan")) != 0) {
    value = __builtin_nan("");
    size_t inside = length;
    if (at[inside] == '(') {
      do inside++;
      while (is_digit(at[inside]) || (lower(at[inside]) >= 'a' && lower(at[inside]) <= 'z') || at[inside] == '_');
      if (at[inside] == ')') length = inside + 1;
    }
  } else {
    value = decimal(at, &length, narrow);
  }
  if (end) *end = (char *)(length ? at + length : text);
  return negative && length ? -value : value;
}
