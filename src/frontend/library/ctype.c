/* Characters in the C locale, by comparison (cheap for symbolic bytes), and glibc's tables for text preprocessed with its macros.
 * An argument that is neither EOF nor a char is an error: glibc would read outside its tables. */
#include "internal.h"
#include <ctype.h>

static int in(int c, int from, int to) {
  return c >= from && c <= to;
}

static int checked(int c) {
  if (!in(c, -128, 255)) __rvl_error(RVL_INVALID_ARGUMENT, "ctype: the argument is neither EOF nor a character");
  return c;
}

static int is_upper(int c) {
  return in(c, 'A', 'Z');
}

static int is_lower(int c) {
  return in(c, 'a', 'z');
}

static int is_digit(int c) {
  return in(c, '0', '9');
}

static int is_alnum(int c) {
  return is_upper(c) || is_lower(c) || is_digit(c);
}

int __rvl_is_space(int c) {
  return c == ' ' || in(c, '\t', '\r');
}

int __rvl_lower(int c) {
  return is_upper(c) ? c + ('a' - 'A') : c;
}

/* By comparison, as in the C locale. */
int isalnum(int c) {
  return is_alnum(checked(c));
}

/* By comparison, as in the C locale. */
int isalpha(int c) {
  checked(c);
  return is_upper(c) || is_lower(c);
}

/* By comparison, as in the C locale. */
int isblank(int c) {
  checked(c);
  return c == ' ' || c == '\t';
}

/* By comparison, as in the C locale. */
int iscntrl(int c) {
  checked(c);
  return in(c, 0, 31) || c == 127;
}

/* By comparison, as in the C locale. */
int isdigit(int c) {
  return is_digit(checked(c));
}

/* By comparison, as in the C locale. */
int isgraph(int c) {
  return in(checked(c), 33, 126);
}

/* By comparison, as in the C locale. */
int islower(int c) {
  return is_lower(checked(c));
}

/* By comparison, as in the C locale. */
int isprint(int c) {
  return in(checked(c), 32, 126);
}

/* By comparison, as in the C locale. */
int ispunct(int c) {
  return in(checked(c), 33, 126) && !is_alnum(c);
}

/* By comparison, as in the C locale. */
int isspace(int c) {
  return __rvl_is_space(checked(c));
}

/* By comparison, as in the C locale. */
int isupper(int c) {
  return is_upper(checked(c));
}

/* By comparison, as in the C locale. */
int isxdigit(int c) {
  checked(c);
  return is_digit(c) || in(c, 'a', 'f') || in(c, 'A', 'F');
}

/* By comparison, as in the C locale; other numbers are returned as they are. */
int tolower(int c) {
  return __rvl_lower(c);
}

/* By comparison, as in the C locale; other numbers are returned as they are. */
int toupper(int c) {
  return is_lower(c) ? c - ('a' - 'A') : c;
}

/* Whether the number has seven bits. */
int isascii(int c) {
  return in(c, 0, 127);
}

/* The low seven bits. */
int toascii(int c) {
  return c & 127;
}

/* glibc's bits of a character, for little-endian machines. */
enum {
  UPPER = 0x100, LOWER = 0x200, ALPHA = 0x400, DIGIT = 0x800, XDIGIT = 0x1000, SPACE = 0x2000, PRINT = 0x4000, GRAPH = 0x8000,
  BLANK = 0x1, CNTRL = 0x2, PUNCT = 0x4, ALNUM = 0x8,
  MARK = PRINT | GRAPH | PUNCT,
  CAPITAL = PRINT | GRAPH | ALPHA | ALNUM | UPPER,
  SMALL = PRINT | GRAPH | ALPHA | ALNUM | LOWER,
};

/* Indexed from -128 to 255; characters above 127 have no properties. */
#define AT(c) [128 + (c)]
#define RANGE(from, to) [128 + (from)... 128 + (to)]
static const unsigned short properties[384] = {
  RANGE(0, 8) = CNTRL,
  AT('\t') = CNTRL | SPACE | BLANK,
  RANGE('\n', '\r') = CNTRL | SPACE,
  RANGE(14, 31) = CNTRL,
  AT(' ') = PRINT | SPACE | BLANK,
  RANGE('!', '/') = MARK,
  RANGE('0', '9') = PRINT | GRAPH | DIGIT | XDIGIT | ALNUM,
  RANGE(':', '@') = MARK,
  RANGE('A', 'F') = CAPITAL | XDIGIT,
  RANGE('G', 'Z') = CAPITAL,
  RANGE('[', '`') = MARK,
  RANGE('a', 'f') = SMALL | XDIGIT,
  RANGE('g', 'z') = SMALL,
  RANGE('{', '~') = MARK,
  AT(127) = CNTRL,
};

#define FOUR(c) (c), (c) + 1, (c) + 2, (c) + 3
#define SIXTEEN(c) FOUR(c), FOUR((c) + 4), FOUR((c) + 8), FOUR((c) + 12)
#define THIRTY_TWO(c) SIXTEEN(c), SIXTEEN((c) + 16)
/* 26 letters between two marks, either as they are or in the other case. */
#define LETTERS(c) SIXTEEN(c), FOUR((c) + 16), FOUR((c) + 20), (c) + 24, (c) + 25
#define ALPHABET(first, letters) (first), LETTERS(letters), (first) + 27, (first) + 28, (first) + 29, (first) + 30, (first) + 31
#define UPPER_HALF THIRTY_TWO(128), THIRTY_TWO(160), THIRTY_TWO(192)
/* -128 … -2 stand for 128 … 254, -1 is EOF. */
#define NEGATIVE UPPER_HALF, SIXTEEN(224), FOUR(240), FOUR(244), FOUR(248), 252, 253, 254, -1
#define ASCII(capitals, smalls) THIRTY_TWO(0), THIRTY_TWO(32), ALPHABET(64, capitals), ALPHABET(96, smalls)

static const int lower_case[384] = {NEGATIVE, ASCII('a', 'a'), UPPER_HALF, THIRTY_TWO(224)};
static const int upper_case[384] = {NEGATIVE, ASCII('A', 'A'), UPPER_HALF, THIRTY_TWO(224)};

static const unsigned short *const properties_start = properties + 128;
static const int *const lower_start = lower_case + 128;
static const int *const upper_start = upper_case + 128;

/* glibc's table of properties, which is constant. */
const unsigned short **__ctype_b_loc(void) {
  return (const unsigned short **)&properties_start;
}

/* glibc's table of small letters, which is constant. */
const int **__ctype_tolower_loc(void) {
  return (const int **)&lower_start;
}

/* glibc's table of capital letters, which is constant. */
const int **__ctype_toupper_loc(void) {
  return (const int **)&upper_start;
}

/* Always the one byte per character of the C locale. */
size_t __ctype_get_mb_cur_max(void) {
  return 1;
}
