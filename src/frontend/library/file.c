/* Streams as input. Each byte of a file, and whether there is one, is an input (an all-zero input ends the file at once); after the end there
 * are no more bytes. Whether a file can be opened is also an input. Bytes are read to private memory in one step, and copied from there to
 * the program's memory by ordinary writes. */
#define _GNU_SOURCE
#include "internal.h"
#include <limits.h>
#include <stdio.h>

int __rvl_stream_next(FILE *stream) {
  if (__rvl_stream_wait) __rvl_stream_wait(stream);
  if (stream->pushed) return stream->pushback[--stream->pushed];
  if (!stream->readable) {
    stream->flags |= RVL_STREAM_ERROR;
    __rvl_set_errno(EBADF);
    return EOF;
  }
  if (stream->flags & RVL_END_OF_FILE) return EOF;
  if (!__rvl_input(1, "more input")) {
    stream->flags |= RVL_END_OF_FILE;
    return EOF;
  }
  return (int)__rvl_input(8, "input byte");
}

void __rvl_input_bytes(char *to, size_t size) {
  size_t at = 0;
  for (; size - at >= 8; at += 8) {
    unsigned long long word = __rvl_input(64, "input bytes");
    for (int byte = 0; byte < 8; byte++) to[at + byte] = (char)(word >> 8 * byte);
  }
  for (; at < size; at++) to[at] = (char)__rvl_input(8, "input byte");
}

/* Gives the stream the mode of fopen's second argument; 0 if it is none. */
static int set_mode(FILE *stream, const char *mode) {
  char first = *mode;
  int update = 0;
  if (first != 'r' && first != 'w' && first != 'a') return 0;
  for (char byte; (byte = *++mode) != 0 && byte != ',';) update |= byte == '+';
  stream->readable = first == 'r' || update;
  stream->writable = first != 'r' || update;
  return 1;
}

/* A fresh stream over a descriptor, or over a new one if it is -1. */
static FILE *open_stream(const char *mode, int descriptor) {
  FILE *stream = __rvl_allocate(sizeof *stream, 2 * sizeof(void *), 1);
  __rvl_clear(stream, sizeof *stream);
  int error = set_mode(stream, mode) ? 0 : EINVAL;
  if (!error && descriptor < 0) {
    __rvl_atomic_begin();
    descriptor = __rvl_descriptor_take();
    __rvl_atomic_end();
    if (descriptor < 0) error = EMFILE;
  }
  stream->descriptor = descriptor;
  if (!error) return stream;
  __rvl_deallocate(stream);
  __rvl_set_errno(error);
  return NULL;
}

/* The environment decides whether the file can be opened; reading gives inputs, writing goes nowhere. */
FILE *fopen(const char *restrict path, const char *restrict mode) {
  return __rvl_file_operation(path, __rvl_input(1, "fopen fails")) ? NULL : open_stream(mode, -1);
}

/* As fopen. */
FILE *fopen64(const char *restrict path, const char *restrict mode) {
  return __rvl_file_operation(path, __rvl_input(1, "fopen fails")) ? NULL : open_stream(mode, -1);
}

/* A fresh stream over the descriptor. */
FILE *fdopen(int descriptor, const char *mode) {
  __rvl_atomic_begin();
  int is_open = __rvl_descriptor_is_open(descriptor);
  __rvl_atomic_end();
  if (is_open) return open_stream(mode, descriptor);
  __rvl_set_errno(EBADF);
  return NULL;
}

/* A fresh stream, or null if the environment says so. */
FILE *tmpfile(void) {
  return __rvl_file_operation("", __rvl_input(1, "tmpfile fails")) ? NULL : open_stream("w+", -1);
}

static int is_standard(FILE *stream) {
  return stream == &__rvl_streams[0] || stream == &__rvl_streams[1] || stream == &__rvl_streams[2];
}

/* Changes the stream's mode in place, or fails and closes it if the environment says so; the standard streams stay captured. */
FILE *freopen(const char *restrict path, const char *restrict mode, FILE *restrict stream) {
  if (path && __rvl_file_operation(path, __rvl_input(1, "freopen fails"))) {
    if (!is_standard(stream)) __rvl_deallocate(stream);
    return NULL;
  }
  FILE next = {0};
  if (!set_mode(&next, mode)) {
    __rvl_set_errno(EINVAL);
    return NULL;
  }
  __rvl_atomic_begin();
  stream->flags = 0;
  stream->pushed = 0;
  stream->readable = next.readable;
  stream->writable = next.writable;
  __rvl_atomic_end();
  return stream;
}

/* Ends the stream's lifetime (using it afterwards is reported); the standard streams stay. */
int fclose(FILE *stream) {
  if (is_standard(stream)) return 0;
  __rvl_atomic_begin();
  __rvl_descriptor_give(stream->descriptor);
  __rvl_atomic_end();
  __rvl_deallocate(stream);
  return 0;
}

static int read_byte(FILE *stream) {
  __rvl_atomic_begin();
  int byte = __rvl_stream_next(stream);
  __rvl_atomic_end();
  return byte;
}

/* One byte from the environment, or EOF. */
int fgetc(FILE *stream) {
  return read_byte(stream);
}

/* As fgetc. */
int getc(FILE *stream) {
  return read_byte(stream);
}

/* As fgetc on standard input. */
int getchar(void) {
  return read_byte(&__rvl_streams[0]);
}

/* As fgetc. */
int fgetc_unlocked(FILE *stream) {
  return read_byte(stream);
}

/* As fgetc. */
int getc_unlocked(FILE *stream) {
  return read_byte(stream);
}

/* As getchar. */
int getchar_unlocked(void) {
  return read_byte(&__rvl_streams[0]);
}

/* As fgetc, for text preprocessed with an old glibc. */
int _IO_getc(FILE *stream) {
  return read_byte(stream);
}

/* As fgetc, for text preprocessed with an old glibc. */
int __uflow(FILE *stream) {
  return read_byte(stream);
}

/* The byte is read again next; up to eight are kept. */
int ungetc(int byte, FILE *stream) {
  if (byte == EOF) return EOF;
  __rvl_atomic_begin();
  int fits = stream->pushed < (int)sizeof stream->pushback;
  if (fits) {
    stream->pushback[stream->pushed++] = (unsigned char)byte;
    stream->flags &= ~RVL_END_OF_FILE;
  }
  __rvl_atomic_end();
  return fits ? byte & 255 : EOF;
}

/* Appends bytes up to and with `stop`, at most `limit`, in one step. */
static void read_until(struct __rvl_text *text, FILE *stream, int stop, size_t limit) {
  __rvl_atomic_begin();
  for (int byte = 0; text->size < limit && byte != stop;) {
    byte = __rvl_stream_next(stream);
    if (byte == EOF) break;
    __rvl_text_byte(text, byte);
  }
  __rvl_atomic_end();
}

static char *read_line(char *line, int size, FILE *stream) {
  if (size <= 0) return NULL;
  struct __rvl_text text;
  __rvl_text_open(&text);
  read_until(&text, stream, '\n', (size_t)size - 1);
  char *result = text.size || size == 1 ? line : NULL;
  __rvl_text_byte(&text, 0);
  if (result) __rvl_move(line, text.bytes, text.size);
  __rvl_text_close(&text);
  return result;
}

/* A line of input bytes, then copied by ordinary writes. */
char *fgets(char *restrict line, int size, FILE *restrict stream) {
  return read_line(line, size, stream);
}

/* As fgets. */
char *fgets_unlocked(char *restrict line, int size, FILE *restrict stream) {
  return read_line(line, size, stream);
}

/* As fgets, from text preprocessed with _FORTIFY_SOURCE. */
char *__fgets_chk(char *restrict line, size_t room, int size, FILE *restrict stream) {
  (void)room;
  return read_line(line, size, stream);
}

/* A line of standard input of any length, without its newline. */
char *gets(char *line) {
  struct __rvl_text text;
  __rvl_text_open(&text);
  read_until(&text, &__rvl_streams[0], '\n', SIZE_MAX);
  char *result = text.size ? line : NULL;
  if (text.size && text.bytes[text.size - 1] == '\n') text.size--;
  __rvl_text_byte(&text, 0);
  if (result) __rvl_move(line, text.bytes, text.size);
  __rvl_text_close(&text);
  return result;
}

static ssize_t read_delimited(char **line, size_t *room, int stop, FILE *stream) {
  if (!line || !room) {
    __rvl_set_errno(EINVAL);
    return -1;
  }
  struct __rvl_text text;
  __rvl_text_open(&text);
  read_until(&text, stream, stop, SSIZE_MAX);
  ssize_t length = text.size ? (ssize_t)text.size : -1;
  __rvl_text_byte(&text, 0);
  char *to = *line;
  if (!to || *room < text.size) {
    size_t size = text.size < 120 ? 120 : text.size;
    to = __rvl_realloc(to, size);
    if (to) {
      *line = to;
      *room = size;
    } else {
      length = -1;
    }
  }
  if (length >= 0) __rvl_move(to, text.bytes, text.size);
  __rvl_text_close(&text);
  return length;
}

/* A line of input bytes in a heap object that grows as needed. */
ssize_t getline(char **restrict line, size_t *restrict room, FILE *restrict stream) {
  return read_delimited(line, room, '\n', stream);
}

/* As getline, up to any byte. */
ssize_t getdelim(char **restrict line, size_t *restrict room, int stop, FILE *restrict stream) {
  return read_delimited(line, room, (unsigned char)stop, stream);
}

/* As getdelim, for text preprocessed with an old glibc. */
ssize_t __getdelim(char **restrict line, size_t *restrict room, int stop, FILE *restrict stream) {
  return read_delimited(line, room, (unsigned char)stop, stream);
}

/* How many bytes come is an input, then so are the bytes. */
static size_t read_items(void *items, size_t size, size_t count, FILE *stream) {
  if (!size || !count) return 0;
  size_t wanted = size * count, length = 0;
  char *bytes = __rvl_allocate(wanted, 8, 2);
  __rvl_atomic_begin();
  if (__rvl_stream_wait) __rvl_stream_wait(stream);
  while (stream->pushed && length < wanted) bytes[length++] = (char)__rvl_stream_next(stream);
  if (!stream->readable) {
    stream->flags |= RVL_STREAM_ERROR;
    __rvl_set_errno(EBADF);
  } else if (!(stream->flags & RVL_END_OF_FILE)) {
    size_t more = (size_t)__rvl_input_from(8 * (int)sizeof more, 0, wanted - length, "bytes read");
    __rvl_input_bytes(bytes + length, more);
    length += more;
    if (length < wanted) stream->flags |= RVL_END_OF_FILE;
  }
  __rvl_atomic_end();
  __rvl_move(items, bytes, length);
  __rvl_deallocate(bytes);
  return length / size;
}

/* How many bytes come is an input, and so are the bytes; then they are copied by ordinary writes. */
size_t fread(void *restrict items, size_t size, size_t count, FILE *restrict stream) {
  return read_items(items, size, count, stream);
}

/* As fread. */
size_t fread_unlocked(void *restrict items, size_t size, size_t count, FILE *restrict stream) {
  return read_items(items, size, count, stream);
}

/* As fread, from text preprocessed with _FORTIFY_SOURCE. */
size_t __fread_chk(void *restrict items, size_t room, size_t size, size_t count, FILE *restrict stream) {
  (void)room;
  return read_items(items, size, count, stream);
}
