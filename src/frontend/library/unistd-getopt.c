/* The options of a command line, as in POSIX: getopt stops at the first argument that is not an option. (glibc would move such arguments to
 * the end; with arguments in the usual order there is no difference.) Its state is the program's own variables and one position. Only
 * one thread at a time may use it. */
#define _GNU_SOURCE
#include "internal.h"
#include <getopt.h>

RVL_CALLERS char *optarg;
RVL_CALLERS int optind = 1, opterr = 1, optopt = '?';
static RVL_CALLERS const char *rest; /* what is left of a group of letters */

static void complain(const char *program, const char *message, const char *what, size_t length) {
  struct __rvl_text text;
  if (!opterr) return;
  __rvl_text_open(&text);
  __rvl_text_string(&text, program);
  __rvl_text_string(&text, message);
  __rvl_text_bytes(&text, what, length);
  __rvl_text_string(&text, "'\n");
  __rvl_output(2, text.bytes, text.size);
  __rvl_text_close(&text);
}

/* The option's place in the list of letters, or null. */
static const char *find(const char *letters, char letter) {
  if (letter == ':' || letter == ';') return NULL;
  while (*letters && *letters != letter) letters++;
  return *letters ? letters : NULL;
}

static int short_option(int count, char *const arguments[], const char *letters) {
  char letter = *rest++;
  int silent = *letters == ':';
  const char *option = find(letters, letter);
  int last = *rest == 0;
  if (last) optind++;
  optarg = NULL;
  if (!option) {
    optopt = letter;
    if (!silent) complain(arguments[0], ": invalid option -- '", &letter, 1);
    return '?';
  }
  if (option[1] != ':') return letter;
  if (!last) {
    optarg = (char *)rest;
    optind++;
  } else if (option[2] != ':') {
    if (optind >= count) {
      optopt = letter;
      if (!silent) complain(arguments[0], ": option requires an argument -- '", &letter, 1);
      return silent ? ':' : '?';
    }
    optarg = arguments[optind++];
  }
  rest = NULL;
  return letter;
}

/* How the text compares with a name: 2 the same, 1 its beginning, 0 neither. */
static int compare(const char *text, size_t length, const char *name) {
  for (size_t at = 0; at < length; at++)
    if (text[at] != name[at]) return 0;
  return name[length] ? 1 : 2;
}

static int long_option(int count, char *const arguments[], int silent, const struct option *options, int *index) {
  const char *text = arguments[optind++] + 2;
  size_t length = 0;
  while (text[length] && text[length] != '=') length++;
  int found = -1, exact = 0, several = 0;
  for (int at = 0; options[at].name && !exact; at++) {
    int likeness = compare(text, length, options[at].name);
    if (likeness == 2 || (likeness == 1 && found < 0)) {
      found = at;
      exact = likeness == 2;
    } else if (likeness == 1) {
      several = 1;
    }
  }
  optopt = 0;
  optarg = NULL;
  if (found < 0 || (several && !exact)) {
    if (!silent) complain(arguments[0], found < 0 ? ": unrecognized option '--" : ": option is ambiguous: '--", text, length);
    return '?';
  }
  const struct option *option = &options[found];
  if (text[length] && option->has_arg == no_argument) {
    if (!silent) complain(arguments[0], ": option doesn't allow an argument: '--", text, length);
    optopt = option->val;
    return '?';
  }
  if (text[length]) {
    optarg = (char *)text + length + 1;
  } else if (option->has_arg == required_argument) {
    if (optind >= count) {
      if (!silent) complain(arguments[0], ": option requires an argument: '--", text, length);
      optopt = option->val;
      return silent ? ':' : '?';
    }
    optarg = arguments[optind++];
  }
  if (index) *index = found;
  if (!option->flag) return option->val;
  *option->flag = option->val;
  return 0;
}

static int next_option(int count, char *const arguments[], const char *letters, const struct option *options, int *index) {
  if (optind == 0) optind = 1, rest = NULL;
  if (*letters == '+' || *letters == '-') letters++;
  if (!rest || !*rest) {
    if (optind >= count) return -1;
    const char *argument = arguments[optind];
    if (!argument || argument[0] != '-' || !argument[1]) return -1;
    if (argument[1] == '-' && !argument[2]) {
      optind++;
      return -1;
    }
    if (options && argument[1] == '-') return long_option(count, arguments, *letters == ':', options, index);
    rest = argument + 1;
  }
  return short_option(count, arguments, letters);
}

/* As in POSIX: stops at the first argument that is not an option. */
int getopt(int count, char *const arguments[], const char *letters) {
  return next_option(count, arguments, letters, NULL, NULL);
}

/* As getopt, with long names and their unambiguous beginnings. */
int getopt_long(int count, char *const arguments[], const char *letters, const struct option *options, int *index) {
  return next_option(count, arguments, letters, options, index);
}
