/* What the models share with each other. A program may define any public name itself, and its definition takes precedence. Models
 * therefore never call public functions of the library, only functions declared here and their own static ones.
 */
#ifndef RAVEL_LIBRARY_INTERNAL_H
#define RAVEL_LIBRARY_INTERNAL_H

#include "primitives.h"
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

/* Marks a static object that the callers of a function share without protection: the result of localtime, the position of strtok. It is
 * checked for races like an object of the program: accesses outside sections are the caller's. Reports show its name. */
#define RVL_CALLERS __attribute__((section("callers")))
/* Marks a function that computes for its caller: signed overflow in it is reported, at the call. */
#define RVL_FOR_CALLER __attribute__((section("for-caller")))

/* errno.c */
void __rvl_set_errno(int number);
int __rvl_get_errno(void);
/* string-error.c: the text of an errno value; `room` (32 bytes) takes the text of an unknown one. */
const char *__rvl_error_text(int number, char *room);

/* string.c: ordinary accesses. `move` is memmove: words where both sides are aligned, ranged accesses above 64 bytes. */
void __rvl_move(void *to, const void *from, size_t size);
void __rvl_set(void *to, int byte, size_t size);
size_t __rvl_length(const char *text);

/* ctype.c: the C locale. */
int __rvl_is_space(int byte);
int __rvl_lower(int byte);

/* memory.c: malloc, realloc and free as the program sees them (allocation may fail and then sets errno). */
void *__rvl_malloc(size_t size);
void *__rvl_hand_out(size_t size); /* as malloc, for what another function takes back */
void *__rvl_malloc_pages(size_t size);
void *__rvl_realloc(void *old, size_t size);
void __rvl_free(void *start);

/* format-text.c: a growing text private to the library. */
struct __rvl_text {
  char *bytes;
  size_t size, room;
  char fixed[128];
};
void __rvl_text_open(struct __rvl_text *text);
void __rvl_text_close(struct __rvl_text *text);
/* Makes room for `more` bytes at the end. */
void __rvl_text_reserve(struct __rvl_text *text, size_t more);
void __rvl_text_byte(struct __rvl_text *text, int byte);
/* `times` copies of one byte. */
void __rvl_text_pad(struct __rvl_text *text, int byte, size_t times);
/* Appends bytes or a string of the program, read by ordinary accesses. */
void __rvl_text_bytes(struct __rvl_text *text, const char *bytes, size_t size);
void __rvl_text_string(struct __rvl_text *text, const char *string);

/* format.c: printf's engine: appends the formatted text and returns its length. */
int __rvl_vformat(struct __rvl_text *text, const char *format, va_list arguments);

/* convert.c: strtol and related functions, by the width of the result: 0 and EINVAL for a bad base. `binary` accepts C23's 0b. */
unsigned long long __rvl_parse_integer(const char *text, char **end, int base, int bits, int is_signed, int binary);
/* strtod, and strtof as its rounding if `narrow`; returns a double's value. */
double __rvl_parse_number(const char *text, char **end, int narrow);

/* scan.c: one conversion of a scanf format. */
struct __rvl_directive {
  int suppressed, allocated; /* the modifiers * and m */
  size_t width;              /* 0: none given */
  int bits;                  /* of the result, by the length modifier; 128 for L */
  int wide;                  /* the modifier was l */
  int letter;
  unsigned char set[32]; /* the bytes of a %[…], one bit each */
};
/* Reads the conversion after a percent sign; returns the position after it. */
const char *__rvl_scan_directive(const char *format, struct __rvl_directive *directive);
void __rvl_store_integer(void *to, int bits, unsigned long long value);
/* Stores the text (with a terminator for strings) where `to` says, or in a fresh heap object for %m: 0, or -1 without memory. */
int __rvl_store_text(const struct __rvl_directive *directive, void *to, struct __rvl_text *text);

/* scanf from a stream, read byte by byte. */
struct _IO_FILE;
int __rvl_scan_bytes(struct _IO_FILE *stream, const char *format, va_list arguments);

/* file.c: streams. The first two fields are as in glibc: macros in old preprocessed text read them and find an empty buffer;
 * bit 0x10 of flags is the end of file, bit 0x20 an error. */
struct _IO_FILE {
  int flags;
  void *buffer[11];
  int descriptor;
  int readable, writable;
  int pushed;
  unsigned char pushback[8];
  int owner, depth; /* of flockfile: slot + 1, and how often */
};
extern struct _IO_FILE __rvl_streams[3];
/* Writes private bytes to a stream: 0, or -1 and errno if it is not open for writing. */
int __rvl_stream_write(struct _IO_FILE *stream, const char *bytes, size_t size);
/* The next byte of a stream or -1: only inside a section. */
int __rvl_stream_next(struct _IO_FILE *stream);
/* file-lock.c: waits until no other thread has locked the stream. Linked only into programs that lock streams: in others, reading and
 * printing never wait. */
__attribute__((weak)) void __rvl_stream_wait(struct _IO_FILE *stream);
enum { RVL_END_OF_FILE = 0x10, RVL_STREAM_ERROR = 0x20 };

/* file-descriptor.c: takes the lowest free descriptor (-1: none), frees one, says whether one is open: only inside a section. */
int __rvl_descriptor_take(void);
void __rvl_descriptor_give(int descriptor);
int __rvl_descriptor_is_open(int descriptor);
/* Reads the name of a file by ordinary accesses, and succeeds or fails as the environment has decided: 0, or -1 and errno. */
int __rvl_file_operation(const char *path, unsigned long long fails);
/* The same for an open descriptor; EBADF for others. */
int __rvl_descriptor_operation(int descriptor, unsigned long long fails);
/* read and write. */
__PTRDIFF_TYPE__ __rvl_descriptor_read(int descriptor, void *to, size_t size);
__PTRDIFF_TYPE__ __rvl_descriptor_write(int descriptor, const void *from, size_t size);
/* vector-io.c: readv and writev. */
struct iovec;
__PTRDIFF_TYPE__ __rvl_vector_read(int descriptor, const struct iovec *blocks, int count);
__PTRDIFF_TYPE__ __rvl_vector_write(int descriptor, const struct iovec *blocks, int count);
/* file-control.c, in programs that call fcntl: forgets the flags of an earlier descriptor with this number. Inside a section. */
__attribute__((weak)) void __rvl_control_forget(int descriptor);
/* channel.c, in programs that make pipes or event counters: whether the descriptor is one; reading and writing; inside a section: closing
 * it, whether a read (or a write) would not wait, and its file status flags, read or (if `set` is not negative) set. */
__attribute__((weak)) int __rvl_is_channel(int descriptor);
__attribute__((weak)) __PTRDIFF_TYPE__ __rvl_channel_read(int descriptor, void *to, size_t size);
__attribute__((weak)) __PTRDIFF_TYPE__ __rvl_channel_write(int descriptor, const void *from, size_t size);
__attribute__((weak)) void __rvl_channel_close(int descriptor);
__attribute__((weak)) int __rvl_channel_ready(int descriptor, int reads);
__attribute__((weak)) int __rvl_channel_flags(int descriptor, int set);
/* futex.c: futex(2), wait and wake. */
long __rvl_futex(unsigned *word, int operation, unsigned value, const void *time, unsigned mask);
/* How many of `size` bytes a successful transfer moves: all, or fewer if short transfers are explored. */
size_t __rvl_transferred(size_t size);
/* Fills private memory with bytes from the environment. */
void __rvl_input_bytes(char *to, size_t size);

/* process.c: exit, also for a return from main. The pointer leads to the handlers of atexit; it is null in programs without them. */
_Noreturn void __rvl_exit(int status);
extern void (*__rvl_exit_handlers)(int status);
/* Called first by abort; null in programs that do not handle SIGABRT. */
extern void (*__rvl_abort_handler)(void);

/* unistd.c: getpid. */
enum { RVL_PROCESS_ID = 4242 };

/* math-round.c: the largest integer below, by bits. */
double __rvl_floor(double x);

/* time.c: the clock in milliseconds since the start. */
unsigned long long __rvl_clock(void);

/* The cancellation points of threads (with the other thread models). */
void __rvl_cancellation_point(void);

#endif
