/* Output to streams, and the state of streams. Standard output and error are captured, in one piece per call; what is written to
 * files is dropped. Streams need no flushing. */
#define _GNU_SOURCE
#include "internal.h"
#include <stdio.h>

struct _IO_FILE __rvl_streams[3] = {
  {.descriptor = 0, .readable = 1},
  {.descriptor = 1, .writable = 1},
  {.descriptor = 2, .writable = 1},
};

#undef stdin
#undef stdout
#undef stderr
FILE *stdin = &__rvl_streams[0];
FILE *stdout = &__rvl_streams[1];
FILE *stderr = &__rvl_streams[2];

int __rvl_stream_write(FILE *stream, const char *bytes, size_t size) {
  if (__rvl_stream_wait) __rvl_stream_wait(stream);
  int descriptor = 0;
  if (stream == &__rvl_streams[1]) {
    descriptor = 1;
  } else if (stream == &__rvl_streams[2]) {
    descriptor = 2;
  } else {
    __rvl_atomic_begin();
    int writable = stream->writable;
    descriptor = stream->descriptor;
    if (!writable) stream->flags |= RVL_STREAM_ERROR;
    __rvl_atomic_end();
    if (!writable) {
      __rvl_set_errno(EBADF);
      return -1;
    }
  }
  if (size && (descriptor == 1 || descriptor == 2)) __rvl_output(descriptor, bytes, size);
  return 0;
}

/* Writes bytes of the program, read by ordinary accesses. */
static int write_bytes(FILE *stream, const char *bytes, size_t size, int newline) {
  struct __rvl_text text;
  __rvl_text_open(&text);
  __rvl_text_bytes(&text, bytes, size);
  if (newline) __rvl_text_byte(&text, '\n');
  int result = __rvl_stream_write(stream, text.bytes, text.size);
  __rvl_text_close(&text);
  return result;
}

static int write_string(FILE *stream, const char *string, int newline) {
  struct __rvl_text text;
  __rvl_text_open(&text);
  __rvl_text_string(&text, string);
  if (newline) __rvl_text_byte(&text, '\n');
  int result = __rvl_stream_write(stream, text.bytes, text.size) ? EOF : 1;
  __rvl_text_close(&text);
  return result;
}

static int write_byte(FILE *stream, int byte) {
  char bytes[1] = {(char)byte};
  return __rvl_stream_write(stream, bytes, 1) ? EOF : byte & 255;
}

static size_t write_items(FILE *stream, const void *items, size_t size, size_t count) {
  if (!size || !count) return 0;
  return write_bytes(stream, items, size * count, 0) ? 0 : count;
}

/* The string and a newline in one piece to standard output. */
int puts(const char *string) {
  return write_string(&__rvl_streams[1], string, 1);
}

/* The string in one piece to the stream. */
int fputs(const char *restrict string, FILE *restrict stream) {
  return write_string(stream, string, 0);
}

/* As fputs. */
int fputs_unlocked(const char *restrict string, FILE *restrict stream) {
  return write_string(stream, string, 0);
}

/* One byte to standard output. */
int putchar(int byte) {
  return write_byte(&__rvl_streams[1], byte);
}

/* As putchar. */
int putchar_unlocked(int byte) {
  return write_byte(&__rvl_streams[1], byte);
}

/* One byte to the stream. */
int fputc(int byte, FILE *stream) {
  return write_byte(stream, byte);
}

/* As fputc. */
int putc(int byte, FILE *stream) {
  return write_byte(stream, byte);
}

/* As fputc. */
int fputc_unlocked(int byte, FILE *stream) {
  return write_byte(stream, byte);
}

/* As fputc. */
int putc_unlocked(int byte, FILE *stream) {
  return write_byte(stream, byte);
}

/* As fputc, for text preprocessed with an old glibc. */
int _IO_putc(int byte, FILE *stream) {
  return write_byte(stream, byte);
}

/* As fputc, for text preprocessed with an old glibc. */
int __overflow(FILE *stream, int byte) {
  return write_byte(stream, byte);
}

/* The items in one piece to the stream. */
size_t fwrite(const void *restrict items, size_t size, size_t count, FILE *restrict stream) {
  return write_items(stream, items, size, count);
}

/* As fwrite. */
size_t fwrite_unlocked(const void *restrict items, size_t size, size_t count, FILE *restrict stream) {
  return write_items(stream, items, size, count);
}

/* The prefix and errno's text in one piece to standard error. */
void perror(const char *prefix) {
  char room[32];
  struct __rvl_text text;
  __rvl_text_open(&text);
  if (prefix && *prefix) {
    __rvl_text_string(&text, prefix);
    __rvl_text_string(&text, ": ");
  }
  __rvl_text_string(&text, __rvl_error_text(__rvl_get_errno(), room));
  __rvl_text_byte(&text, '\n');
  __rvl_output(2, text.bytes, text.size);
  __rvl_text_close(&text);
}

/* No effect: output is never held back. */
int fflush(FILE *stream) {
  (void)stream;
  return 0;
}

/* As fflush: no effect. */
int fflush_unlocked(FILE *stream) {
  (void)stream;
  return 0;
}

/* No effect: streams have no buffer. */
void setbuf(FILE *restrict stream, char *restrict buffer) {
  (void)stream, (void)buffer;
}

/* As setbuf: no effect. */
void setbuffer(FILE *stream, char *buffer, size_t size) {
  (void)stream, (void)buffer, (void)size;
}

/* As setbuf: no effect. */
void setlinebuf(FILE *stream) {
  (void)stream;
}

/* No effect and success, as streams have no buffer; a mode that does not exist fails. */
int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
  (void)stream, (void)buffer, (void)size;
  return mode == _IOFBF || mode == _IOLBF || mode == _IONBF ? 0 : -1;
}

static int flag(FILE *stream, int which) {
  __rvl_atomic_begin();
  int set = (stream->flags & which) != 0;
  __rvl_atomic_end();
  return set;
}

static void clear(FILE *stream) {
  __rvl_atomic_begin();
  stream->flags &= ~(RVL_END_OF_FILE | RVL_STREAM_ERROR);
  __rvl_atomic_end();
}

static int number_of(FILE *stream) {
  __rvl_atomic_begin();
  int descriptor = stream->descriptor;
  __rvl_atomic_end();
  return descriptor;
}

/* Whether reading has met the end. */
int feof(FILE *stream) {
  return flag(stream, RVL_END_OF_FILE);
}

/* As feof. */
int feof_unlocked(FILE *stream) {
  return flag(stream, RVL_END_OF_FILE);
}

/* As feof, for text preprocessed with an old glibc. */
int _IO_feof(FILE *stream) {
  return flag(stream, RVL_END_OF_FILE);
}

/* Whether a stream was used against its mode. */
int ferror(FILE *stream) {
  return flag(stream, RVL_STREAM_ERROR);
}

/* As ferror. */
int ferror_unlocked(FILE *stream) {
  return flag(stream, RVL_STREAM_ERROR);
}

/* As ferror, for text preprocessed with an old glibc. */
int _IO_ferror(FILE *stream) {
  return flag(stream, RVL_STREAM_ERROR);
}

/* Forgets the end and the error. */
void clearerr(FILE *stream) {
  clear(stream);
}

/* As clearerr. */
void clearerr_unlocked(FILE *stream) {
  clear(stream);
}

/* The descriptor the stream was opened with. */
int fileno(FILE *stream) {
  return number_of(stream);
}

/* As fileno. */
int fileno_unlocked(FILE *stream) {
  return number_of(stream);
}
