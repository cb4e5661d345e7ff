/* Blocks of memory and the copying and measuring of strings. All of these are ordinary accesses of the calling thread: they
 * interleave with other threads and they race, byte by byte; copies move whole words where both sides are aligned, so that an
 * aligned pointer or integer inside a block is copied in one piece, as a processor would. */
#define _GNU_SOURCE
#include "internal.h"
#include <string.h>

/* Blocks up to this size are copied by single accesses, longer ones by one ranged read and one ranged write. */
enum { SHORT_BLOCK = 64 };

/* How far a block can be copied by units of `unit` bytes. */
static size_t whole(const char *to, const char *from, size_t size, size_t unit) {
  return ((uintptr_t)to | (uintptr_t)from) & (unit - 1) ? 0 : size & ~(unit - 1);
}

/* An assignment of one of these copies bytes as they are, written or not: the padding of a block is not used. */
struct eight {
  uint64_t bytes;
};
struct four {
  uint32_t bytes;
};
struct one {
  char byte;
};

static void copy_up(char *to, const char *from, size_t size) {
  size_t at = 0, eights = whole(to, from, size, 8), fours = whole(to, from, size, 4);
  for (; at < eights; at += 8) *(struct eight *)(to + at) = *(const struct eight *)(from + at);
  for (; at < fours; at += 4) *(struct four *)(to + at) = *(const struct four *)(from + at);
  for (; at < size; at++) *(struct one *)(to + at) = *(const struct one *)(from + at);
}

static void copy_down(char *to, const char *from, size_t size) {
  size_t at = size, eights = whole(to, from, size, 8), fours = whole(to, from, size, 4);
  while (at > fours) at--, *(struct one *)(to + at) = *(const struct one *)(from + at);
  while (at > eights) at -= 4, *(struct four *)(to + at) = *(const struct four *)(from + at);
  while (at > 0) at -= 8, *(struct eight *)(to + at) = *(const struct eight *)(from + at);
}

void __rvl_move(void *to, const void *from, size_t size) {
  if (size > SHORT_BLOCK)
    __rvl_copy(to, from, size);
  else if ((uintptr_t)to - (uintptr_t)from >= size)
    copy_up(to, from, size);
  else
    copy_down(to, from, size);
}

void __rvl_set(void *start, int byte, size_t size) {
  char *to = start;
  if (size > SHORT_BLOCK) {
    __rvl_fill(to, byte, size);
    return;
  }
  size_t at = 0, eights = whole(to, to, size, 8), fours = whole(to, to, size, 4);
  uint64_t word = (byte & 255u) * 0x0101010101010101u;
  for (; at < eights; at += 8) *(uint64_t *)(to + at) = word;
  for (; at < fours; at += 4) *(uint32_t *)(to + at) = (uint32_t)word;
  for (; at < size; at++) to[at] = (char)byte;
}

size_t __rvl_length(const char *text) {
  size_t length = 0;
  while (text[length]) length++;
  return length;
}

/* How far the first address lies above the second, modulo the size of memory. For equal ones as far as can be: every implementation
 * copies a block onto itself. Blocks overlap if they are longer than the distance either way; the distances are compared one by one,
 * so that no branch depends on which of two objects has the lower address. */
static size_t distance(const void *to, const void *from) {
  size_t above = (uintptr_t)to - (uintptr_t)from;
  return above ? above : SIZE_MAX;
}

static int overlap(const void *to, const void *from, size_t size) {
  return size > distance(to, from) || size > distance(from, to);
}

/* Ordinary accesses, whole words where both sides are aligned; overlapping blocks are an error. */
void *memcpy(void *restrict to, const void *restrict from, size_t size) {
  if (overlap(to, from, size)) __rvl_error(RVL_INVALID_ARGUMENT, "memcpy: the blocks overlap");
  __rvl_move(to, from, size);
  return to;
}

/* As memcpy, returning the end of the copy. */
void *mempcpy(void *restrict to, const void *restrict from, size_t size) {
  if (overlap(to, from, size)) __rvl_error(RVL_INVALID_ARGUMENT, "mempcpy: the blocks overlap");
  __rvl_move(to, from, size);
  return (char *)to + size;
}

/* As memcpy, for blocks that may overlap. */
void *memmove(void *to, const void *from, size_t size) {
  __rvl_move(to, from, size);
  return to;
}

/* As memmove with its arguments exchanged. */
void bcopy(const void *from, void *to, size_t size) {
  __rvl_move(to, from, size);
}

/* Ordinary writes, whole words where aligned. */
void *memset(void *to, int byte, size_t size) {
  __rvl_set(to, byte, size);
  return to;
}

/* As memset with zero. */
void bzero(void *to, size_t size) {
  __rvl_set(to, 0, size);
}

/* As memset with zero. */
void explicit_bzero(void *to, size_t size) {
  __rvl_set(to, 0, size);
}

/* Copies byte by byte up to and with the first `stop`; null if there is none. */
void *memccpy(void *restrict to, const void *restrict from, int stop, size_t size) {
  for (size_t at = 0; at < size; at++) {
    char byte = ((const char *)from)[at];
    ((char *)to)[at] = byte;
    if (byte == (char)stop) return (char *)to + at + 1;
  }
  return NULL;
}

/* Reads byte by byte up to the terminator. */
size_t strlen(const char *text) {
  return __rvl_length(text);
}

static size_t bounded_length(const char *text, size_t limit) {
  size_t length = 0;
  while (length < limit && text[length]) length++;
  return length;
}

/* As strlen, reading at most `limit` bytes. */
size_t strnlen(const char *text, size_t limit) {
  return bounded_length(text, limit);
}

/* Copies a string byte by byte and returns the place of its terminator; strings that overlap are an error. */
static char *copy_string(char *to, const char *from, const char *message) {
  for (size_t at = 0, up = distance(to, from), down = distance(from, to);; at++) {
    char byte = from[at];
    if (at >= up || at >= down) __rvl_error(RVL_INVALID_ARGUMENT, message);
    to[at] = byte;
    if (!byte) return to + at;
  }
}

/* Copies at most `limit` bytes of a string, without terminator, and returns their number. */
static size_t copy_part(char *to, const char *from, size_t limit, const char *message) {
  size_t at = 0, up = distance(to, from), down = distance(from, to);
  for (; at < limit; at++) {
    char byte = from[at];
    if (!byte) break;
    if (at >= up || at >= down) __rvl_error(RVL_INVALID_ARGUMENT, message);
    to[at] = byte;
  }
  return at;
}

/* Copies byte by byte with the terminator; strings that overlap are an error. */
char *strcpy(char *restrict to, const char *restrict from) {
  copy_string(to, from, "strcpy: the strings overlap");
  return to;
}

/* As strcpy, returning the place of the terminator. */
char *stpcpy(char *restrict to, const char *restrict from) {
  return copy_string(to, from, "stpcpy: the strings overlap");
}

/* Copies at most `size` bytes and fills the rest with zeros. */
char *strncpy(char *restrict to, const char *restrict from, size_t size) {
  size_t length = copy_part(to, from, size, "strncpy: the strings overlap");
  __rvl_set(to + length, 0, size - length);
  return to;
}

/* As strncpy, returning the place of the first zero, or the end. */
char *stpncpy(char *restrict to, const char *restrict from, size_t size) {
  size_t length = copy_part(to, from, size, "stpncpy: the strings overlap");
  __rvl_set(to + length, 0, size - length);
  return to + length;
}

/* Finds the terminator and copies after it, byte by byte. */
char *strcat(char *restrict to, const char *restrict from) {
  copy_string(to + __rvl_length(to), from, "strcat: the strings overlap");
  return to;
}

/* As strcat, with at most `size` bytes and always a terminator. */
char *strncat(char *restrict to, const char *restrict from, size_t size) {
  char *end = to + __rvl_length(to);
  end[copy_part(end, from, size, "strncat: the strings overlap")] = 0;
  return to;
}

/* Copies what fits with a terminator and returns the source's full length. */
size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
  if (!size) return __rvl_length(from);
  size_t length = copy_part(to, from, size - 1, "strlcpy: the strings overlap");
  to[length] = 0;
  return length + __rvl_length(from + length);
}

/* Appends what fits with a terminator and returns the length it tried to make. */
size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
  size_t before = bounded_length(to, size);
  if (before == size) return size + __rvl_length(from);
  size_t length = copy_part(to + before, from, size - before - 1, "strlcat: the strings overlap");
  to[before + length] = 0;
  return before + length + __rvl_length(from + length);
}

/* Copies with the terminator as far as fits, as in the C locale, and returns the length. */
size_t strxfrm(char *restrict to, const char *restrict from, size_t size) {
  size_t length = __rvl_length(from);
  if (size) __rvl_move(to, from, length < size ? length + 1 : size);
  return length;
}

/* A fresh heap copy of the string. */
char *strdup(const char *text) {
  size_t size = __rvl_length(text) + 1;
  char *copy = __rvl_malloc(size);
  if (copy) __rvl_move(copy, text, size);
  return copy;
}

/* A fresh heap copy of at most `limit` bytes of the string. */
char *strndup(const char *text, size_t limit) {
  size_t length = bounded_length(text, limit);
  char *copy = __rvl_malloc(length + 1);
  if (!copy) return NULL;
  __rvl_move(copy, text, length);
  copy[length] = 0;
  return copy;
}
