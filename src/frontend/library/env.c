/* Environment variables. A variable that the program has not set is an input: it is missing, or a string of up to 15 bytes; after the
 * first read it keeps its value. The table is accessed in sections only; names and values are the library's own copies. */
#define _GNU_SOURCE
#include "internal.h"
#include <locale.h>
#include <stdlib.h>
#include <unistd.h>

struct variable {
  struct variable *next;
  char *name, *value; /* value null: known to be missing */
};
static struct variable *variables;
static int forgotten; /* after clearenv nothing comes from outside */

enum { INPUT_LENGTH = 15 };

static char *no_variables[1];
RVL_CALLERS char **environ = no_variables;

/* Represents all variables for race detection: written in sections, since glibc's setenv and related functions take a lock, and read
 * outside them, since getenv takes none. */
static RVL_CALLERS volatile int environment;

/* The table is what environ points to, and the program has not replaced it. */
static void look(void) {
  if (environ != no_variables) __rvl_unsupported("the environment after an assignment to environ");
}

static int same(const char *left, const char *right) {
  for (; *left && *left == *right; left++) right++;
  return *left == *right;
}

/* A hidden copy of `length` bytes of a program's string, with a terminator. */
static char *copy(const char *text, size_t length) {
  char *bytes = __rvl_allocate(length + 1, 1, 1);
  __rvl_move(bytes, text, length);
  bytes[length] = 0;
  return bytes;
}

static char *input_value(void) {
  if (!__rvl_input(1, "getenv finds it")) return NULL;
  char *value = __rvl_allocate(INPUT_LENGTH + 1, 1, 1);
  int length = 0;
  for (char byte; length < INPUT_LENGTH && (byte = (char)__rvl_input(8, "getenv")) != 0;) value[length++] = byte;
  value[length] = 0;
  return value;
}

/* The variable of that (private) name, or null: only inside a section. */
static struct variable *find(const char *name) {
  struct variable *variable = variables;
  while (variable && !same(variable->name, name)) variable = variable->next;
  return variable;
}

static struct variable *add(char *name, char *value) {
  struct variable *variable = __rvl_allocate(sizeof *variable, sizeof(void *), 1);
  variable->next = variables;
  variable->name = name;
  variable->value = value;
  return variables = variable;
}

static char *get(const char *name) {
  (void)environment;
  look();
  char *key = copy(name, __rvl_length(name));
  __rvl_atomic_begin();
  struct variable *variable = find(key);
  if (variable)
    __rvl_deallocate(key);
  else
    variable = add(key, forgotten ? NULL : input_value());
  char *value = variable->value;
  __rvl_atomic_end();
  return value;
}

/* Takes over the two copies. */
static void set(char *name, char *value, int overwrite) {
  look();
  __rvl_atomic_begin();
  environment = 0;
  struct variable *variable = find(name);
  if (!variable)
    add(name, value);
  else if (overwrite || !variable->value)
    variable->value = value;
  __rvl_atomic_end();
}

static int fail(void) {
  __rvl_set_errno(EINVAL);
  return -1;
}

/* The length of a valid name, or 0. */
static size_t name_length(const char *name) {
  if (!name) return 0;
  size_t length = 0;
  for (char byte; (byte = name[length]) != 0; length++)
    if (byte == '=') return 0;
  return length;
}

/* What the program has set; otherwise an input: null or a string of up to 15 bytes, the same at every call. */
char *getenv(const char *name) {
  return get(name);
}

/* As getenv. */
char *secure_getenv(const char *name) {
  return get(name);
}

/* Keeps copies of name and value, in one step. */
int setenv(const char *name, const char *value, int overwrite) {
  size_t length = name_length(name);
  if (!length) return fail();
  set(copy(name, length), copy(value, __rvl_length(value)), overwrite);
  return 0;
}

/* The variable is missing from now on. */
int unsetenv(const char *name) {
  size_t length = name_length(name);
  if (!length) return fail();
  set(copy(name, length), NULL, 1);
  return 0;
}

/* As setenv; the value is the program's own string, not a copy. */
int putenv(char *text) {
  size_t length = 0;
  for (char byte; (byte = text[length]) != '='; length++)
    if (!byte) {
      set(copy(text, length), NULL, 1);
      return 0;
    }
  set(copy(text, length), text + length + 1, 1);
  return 0;
}

/* All variables are missing from now on. */
int clearenv(void) {
  __rvl_atomic_begin();
  environment = 0;
  variables = NULL;
  forgotten = 1;
  __rvl_atomic_end();
  return 0;
}

/* The locale in use: setlocale writes it, localeconv reads it, and neither takes a lock. */
static RVL_CALLERS volatile int locale;

/* There is only the C locale: its name, or null for any other. */
char *setlocale(int category, const char *name) {
  static char c[] = "C";
  if (category < LC_CTYPE || category > 12) return NULL;
  if (name)
    locale = 0;
  else
    (void)locale;
  if (!name || !*name || same(name, "C") || same(name, "POSIX")) return c;
  return NULL;
}

static RVL_CALLERS struct lconv localeconv_result;

/* The C locale's conventions, in one object of the whole process that every call writes. */
struct lconv *localeconv(void) {
  static char point[] = ".", none[] = "";
  static const struct lconv c = {point, none, none, none, none, none, none, none, none, none,
                                 127,   127,  127,  127,  127,  127,  127,  127,  127,  127, 127, 127, 127, 127};
  (void)locale;
  __rvl_copy(&localeconv_result, &c, sizeof c);
  return &localeconv_result;
}
