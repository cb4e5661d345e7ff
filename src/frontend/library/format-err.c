/* err, warn and related functions: one piece of text to standard error, for a program that is called "program". */
#define _GNU_SOURCE
#include "internal.h"
#include <err.h>

static char name[] = "program";
char *program_invocation_name = name, *program_invocation_short_name = name, *__progname = name;

static void complain(const char *format, va_list arguments, int with_error) {
  char room[32];
  const char *error = with_error ? __rvl_error_text(__rvl_get_errno(), room) : NULL;
  struct __rvl_text text;
  __rvl_text_open(&text);
  __rvl_text_string(&text, "program: ");
  if (format) {
    __rvl_vformat(&text, format, arguments);
    if (error) __rvl_text_string(&text, ": ");
  }
  if (error) __rvl_text_string(&text, error);
  __rvl_text_byte(&text, '\n');
  __rvl_output(2, text.bytes, text.size);
  __rvl_text_close(&text);
}

/* The message and errno's text to standard error. */
void warn(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  complain(format, arguments, 1);
  va_end(arguments);
}

/* The message to standard error. */
void warnx(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  complain(format, arguments, 0);
  va_end(arguments);
}

/* As warn. */
void vwarn(const char *format, va_list arguments) {
  complain(format, arguments, 1);
}

/* As warnx. */
void vwarnx(const char *format, va_list arguments) {
  complain(format, arguments, 0);
}

/* As warn, then exit. */
void err(int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  complain(format, arguments, 1);
  va_end(arguments);
  __rvl_exit(status);
}

/* As warnx, then exit. */
void errx(int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  complain(format, arguments, 0);
  va_end(arguments);
  __rvl_exit(status);
}

/* As err. */
void verr(int status, const char *format, va_list arguments) {
  complain(format, arguments, 1);
  __rvl_exit(status);
}

/* As errx. */
void verrx(int status, const char *format, va_list arguments) {
  complain(format, arguments, 0);
  __rvl_exit(status);
}
