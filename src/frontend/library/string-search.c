/* Comparing, searching and splitting memory and strings: ordinary reads, byte by byte, no further than the answer needs. */
#define _GNU_SOURCE
#include "internal.h"
#include <string.h>

/* Both sides byte by byte up to the first difference. */
int memcmp(const void *left, const void *right, size_t size) {
  const unsigned char *a = left, *b = right;
  for (size_t at = 0; at < size; at++) {
    int difference = a[at] - b[at];
    if (difference) return difference;
  }
  return 0;
}

/* As memcmp. */
int bcmp(const void *left, const void *right, size_t size) {
  const unsigned char *a = left, *b = right;
  for (size_t at = 0; at < size; at++)
    if (a[at] != b[at]) return 1;
  return 0;
}

/* Byte by byte up to the first match. */
void *memchr(const void *block, int byte, size_t size) {
  const unsigned char *bytes = block;
  for (size_t at = 0; at < size; at++)
    if (bytes[at] == (unsigned char)byte) return (void *)(bytes + at);
  return NULL;
}

/* Byte by byte from the end down to the last match. */
void *memrchr(const void *block, int byte, size_t size) {
  const unsigned char *bytes = block;
  while (size--)
    if (bytes[size] == (unsigned char)byte) return (void *)(bytes + size);
  return NULL;
}

/* As memchr without an end. */
void *rawmemchr(const void *block, int byte) {
  const unsigned char *bytes = block;
  while (*bytes != (unsigned char)byte) bytes++;
  return (void *)bytes;
}

/* Tries every place in turn. */
void *memmem(const void *block, size_t size, const void *part, size_t length) {
  const char *bytes = block, *wanted = part;
  for (size_t at = 0; length <= size && at <= size - length; at++) {
    size_t same = 0;
    while (same < length && bytes[at + same] == wanted[same]) same++;
    if (same == length) return (void *)(bytes + at);
  }
  return NULL;
}

/* The first difference of two strings of at most `limit` bytes, folded to lower case or not. */
static int compare(const char *left, const char *right, size_t limit, int fold) {
  for (size_t at = 0; at < limit; at++) {
    int a = (unsigned char)left[at], b = (unsigned char)right[at];
    if (fold) a = __rvl_lower(a), b = __rvl_lower(b);
    if (a != b || !a) return a - b;
  }
  return 0;
}

/* Both strings byte by byte up to the first difference. */
int strcmp(const char *left, const char *right) {
  return compare(left, right, SIZE_MAX, 0);
}

/* As strcmp, at most `limit` bytes. */
int strncmp(const char *left, const char *right, size_t limit) {
  return compare(left, right, limit, 0);
}

/* As strcmp, as in the C locale. */
int strcoll(const char *left, const char *right) {
  return compare(left, right, SIZE_MAX, 0);
}

/* As strcmp without regard to case, as in the C locale. */
int strcasecmp(const char *left, const char *right) {
  return compare(left, right, SIZE_MAX, 1);
}

/* As strcasecmp, at most `limit` bytes. */
int strncasecmp(const char *left, const char *right, size_t limit) {
  return compare(left, right, limit, 1);
}

static char *find_byte(const char *text, int byte) {
  for (;; text++) {
    char here = *text;
    if (here == (char)byte) return (char *)text;
    if (!here) return NULL;
  }
}

static char *find_last(const char *text, int byte) {
  const char *last = NULL;
  for (;; text++) {
    char here = *text;
    if (here == (char)byte) last = text;
    if (!here) return (char *)last;
  }
}

/* Byte by byte up to the first match or the terminator. */
char *strchr(const char *text, int byte) {
  return find_byte(text, byte);
}

/* As strchr. */
char *index(const char *text, int byte) {
  return find_byte(text, byte);
}

/* As strchr, returning the terminator's place if there is no match. */
char *strchrnul(const char *text, int byte) {
  for (char here; (here = *text) != 0 && here != (char)byte;) text++;
  return (char *)text;
}

/* Byte by byte up to the terminator. */
char *strrchr(const char *text, int byte) {
  return find_last(text, byte);
}

/* As strrchr. */
char *rindex(const char *text, int byte) {
  return find_last(text, byte);
}

static char *find_string(const char *text, const char *part, int fold) {
  for (;; text++) {
    for (size_t same = 0;; same++) {
      int wanted = (unsigned char)part[same];
      if (!wanted) return (char *)text;
      int here = (unsigned char)text[same];
      if (!here) return NULL;
      if (fold ? __rvl_lower(here) != __rvl_lower(wanted) : here != wanted) break;
    }
  }
}

/* Tries every place in turn. */
char *strstr(const char *text, const char *part) {
  return find_string(text, part, 0);
}

/* As strstr without regard to case, as in the C locale. */
char *strcasestr(const char *text, const char *part) {
  return find_string(text, part, 1);
}

/* The length of the longest start of `text` whose bytes are all (member 1) or never (member 0) in `set`. */
static size_t span(const char *text, const char *set, int member) {
  size_t length = 0;
  for (char byte; (byte = text[length]) != 0; length++) {
    const char *at = set;
    while (*at && *at != byte) at++;
    if ((*at != 0) != member) break;
  }
  return length;
}

/* Each byte is looked up in the set. */
size_t strspn(const char *text, const char *set) {
  return span(text, set, 1);
}

/* Each byte is looked up in the set. */
size_t strcspn(const char *text, const char *set) {
  return span(text, set, 0);
}

/* Each byte is looked up in the set; null if none is there. */
char *strpbrk(const char *text, const char *set) {
  text += span(text, set, 0);
  return *text ? (char *)text : NULL;
}

static char *next_token(char *text, const char *set, char **rest) {
  if (!text) text = *rest;
  if (!text) return NULL;
  text += span(text, set, 1);
  if (!*text) {
    *rest = text;
    return NULL;
  }
  char *end = text + span(text, set, 0);
  if (*end) *end++ = 0;
  *rest = end;
  return text;
}

/* Splits in place; the position between calls is the caller's. */
char *strtok_r(char *restrict text, const char *restrict set, char **restrict rest) {
  return next_token(text, set, rest);
}

/* As strtok_r under glibc's inner name. */
char *__strtok_r(char *restrict text, const char *restrict set, char **restrict rest) {
  return next_token(text, set, rest);
}

static RVL_CALLERS char *strtok_position;

/* Splits in place; the position between calls is one for the whole process, as in glibc. */
char *strtok(char *restrict text, const char *restrict set) {
  char *rest = text ? NULL : strtok_position;
  char *token = next_token(text, set, &rest);
  strtok_position = rest;
  return token;
}

/* Splits in place at the first byte of the set; the position is the caller's. */
char *strsep(char **restrict rest, const char *restrict set) {
  char *token = *rest;
  if (!token) return NULL;
  char *end = token + span(token, set, 0);
  if (*end) {
    *end = 0;
    *rest = end + 1;
  } else {
    *rest = NULL;
  }
  return token;
}

RVL_FOR_CALLER static int lowest_bit(unsigned long long bits) {
  if (!bits) return 0;
  int place = 1;
  for (; !(bits & 1); bits >>= 1) place++;
  return place;
}

/* Computed, no access. */
int ffs(int bits) {
  return lowest_bit((unsigned)bits);
}

/* Computed, no access. */
int ffsl(long bits) {
  return lowest_bit((unsigned long)bits);
}

/* Computed, no access. */
int ffsll(long long bits) {
  return lowest_bit((unsigned long long)bits);
}
