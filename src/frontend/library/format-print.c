/* The printf family, over one engine: formats into private memory, then writes the text in one piece, so that lines of concurrent threads
 * never mix. */
#define _GNU_SOURCE
#include "internal.h"
#include <limits.h>
#include <stdio.h>

static int print_stream(FILE *stream, const char *format, va_list arguments) {
  struct __rvl_text text;
  __rvl_text_open(&text);
  int length = __rvl_vformat(&text, format, arguments);
  if (length >= 0 && __rvl_stream_write(stream, text.bytes, text.size)) length = -1;
  __rvl_text_close(&text);
  return length;
}

static int print_descriptor(int descriptor, const char *format, va_list arguments) {
  struct __rvl_text text;
  __rvl_text_open(&text);
  int length = __rvl_vformat(&text, format, arguments);
  if (length > 0 && (descriptor == 1 || descriptor == 2)) __rvl_output(descriptor, text.bytes, text.size);
  __rvl_text_close(&text);
  return length;
}

/* Copies what fits into `size` bytes, terminator included. */
static int print_string(char *to, size_t size, const char *format, va_list arguments) {
  struct __rvl_text text;
  __rvl_text_open(&text);
  int length = __rvl_vformat(&text, format, arguments);
  if (length >= 0 && size) {
    if (text.size >= size) text.size = size - 1;
    __rvl_text_byte(&text, 0);
    __rvl_move(to, text.bytes, text.size);
  }
  __rvl_text_close(&text);
  return length;
}

static int print_allocated(char **result, const char *format, va_list arguments) {
  struct __rvl_text text;
  __rvl_text_open(&text);
  int length = __rvl_vformat(&text, format, arguments);
  if (length >= 0) {
    __rvl_text_byte(&text, 0);
    char *copy = __rvl_malloc(text.size);
    if (copy) {
      __rvl_move(copy, text.bytes, text.size);
      *result = copy;
    } else {
      length = -1;
    }
  }
  __rvl_text_close(&text);
  return length;
}

/* The body of a function with variable arguments after `last`, all of which go to a function with a va_list. */
#define FORWARD(last, call)   \
  va_list arguments;          \
  va_start(arguments, last);  \
  int length = call;          \
  va_end(arguments);          \
  return length

/* Formatted text in one piece to standard output. */
int printf(const char *restrict format, ...) {
  FORWARD(format, print_stream(&__rvl_streams[1], format, arguments));
}

/* As printf. */
int vprintf(const char *restrict format, va_list arguments) {
  return print_stream(&__rvl_streams[1], format, arguments);
}

/* Formatted text in one piece to the stream; what goes to a file is dropped. */
int fprintf(FILE *restrict stream, const char *restrict format, ...) {
  FORWARD(format, print_stream(stream, format, arguments));
}

/* As fprintf. */
int vfprintf(FILE *restrict stream, const char *restrict format, va_list arguments) {
  return print_stream(stream, format, arguments);
}

/* Formatted text in one piece to the descriptor; what goes to a file is dropped. */
int dprintf(int descriptor, const char *restrict format, ...) {
  FORWARD(format, print_descriptor(descriptor, format, arguments));
}

/* As dprintf. */
int vdprintf(int descriptor, const char *restrict format, va_list arguments) {
  return print_descriptor(descriptor, format, arguments);
}

/* Formatted first, then copied by ordinary writes. */
int sprintf(char *restrict to, const char *restrict format, ...) {
  FORWARD(format, print_string(to, SIZE_MAX, format, arguments));
}

/* As sprintf. */
int vsprintf(char *restrict to, const char *restrict format, va_list arguments) {
  return print_string(to, SIZE_MAX, format, arguments);
}

/* Formatted first, then what fits is copied by ordinary writes; returns the full length. */
int snprintf(char *restrict to, size_t size, const char *restrict format, ...) {
  FORWARD(format, print_string(to, size, format, arguments));
}

/* As snprintf. */
int vsnprintf(char *restrict to, size_t size, const char *restrict format, va_list arguments) {
  return print_string(to, size, format, arguments);
}

/* Formatted first, then copied to a fresh heap object. */
int asprintf(char **restrict result, const char *restrict format, ...) {
  FORWARD(format, print_allocated(result, format, arguments));
}

/* As asprintf. */
int vasprintf(char **restrict result, const char *restrict format, va_list arguments) {
  return print_allocated(result, format, arguments);
}

/* As printf, from text preprocessed with _FORTIFY_SOURCE. */
int __printf_chk(int flag, const char *restrict format, ...) {
  (void)flag;
  FORWARD(format, print_stream(&__rvl_streams[1], format, arguments));
}

/* As vprintf, from text preprocessed with _FORTIFY_SOURCE. */
int __vprintf_chk(int flag, const char *restrict format, va_list arguments) {
  (void)flag;
  return print_stream(&__rvl_streams[1], format, arguments);
}

/* As fprintf, from text preprocessed with _FORTIFY_SOURCE. */
int __fprintf_chk(FILE *restrict stream, int flag, const char *restrict format, ...) {
  (void)flag;
  FORWARD(format, print_stream(stream, format, arguments));
}

/* As vfprintf, from text preprocessed with _FORTIFY_SOURCE. */
int __vfprintf_chk(FILE *restrict stream, int flag, const char *restrict format, va_list arguments) {
  (void)flag;
  return print_stream(stream, format, arguments);
}

/* As dprintf, from text preprocessed with _FORTIFY_SOURCE. */
int __dprintf_chk(int descriptor, int flag, const char *restrict format, ...) {
  (void)flag;
  FORWARD(format, print_descriptor(descriptor, format, arguments));
}

/* As vdprintf, from text preprocessed with _FORTIFY_SOURCE. */
int __vdprintf_chk(int descriptor, int flag, const char *restrict format, va_list arguments) {
  (void)flag;
  return print_descriptor(descriptor, format, arguments);
}

/* As sprintf, from text preprocessed with _FORTIFY_SOURCE. */
int __sprintf_chk(char *restrict to, int flag, size_t room, const char *restrict format, ...) {
  (void)flag, (void)room;
  FORWARD(format, print_string(to, SIZE_MAX, format, arguments));
}

/* As vsprintf, from text preprocessed with _FORTIFY_SOURCE. */
int __vsprintf_chk(char *restrict to, int flag, size_t room, const char *restrict format, va_list arguments) {
  (void)flag, (void)room;
  return print_string(to, SIZE_MAX, format, arguments);
}

/* As snprintf, from text preprocessed with _FORTIFY_SOURCE. */
int __snprintf_chk(char *restrict to, size_t size, int flag, size_t room, const char *restrict format, ...) {
  (void)flag, (void)room;
  FORWARD(format, print_string(to, size, format, arguments));
}

/* As vsnprintf, from text preprocessed with _FORTIFY_SOURCE. */
int __vsnprintf_chk(char *restrict to, size_t size, int flag, size_t room, const char *restrict format, va_list arguments) {
  (void)flag, (void)room;
  return print_string(to, size, format, arguments);
}

/* As asprintf, from text preprocessed with _FORTIFY_SOURCE. */
int __asprintf_chk(char **restrict result, int flag, const char *restrict format, ...) {
  (void)flag;
  FORWARD(format, print_allocated(result, format, arguments));
}

/* As vasprintf, from text preprocessed with _FORTIFY_SOURCE. */
int __vasprintf_chk(char **restrict result, int flag, const char *restrict format, va_list arguments) {
  (void)flag;
  return print_allocated(result, format, arguments);
}
