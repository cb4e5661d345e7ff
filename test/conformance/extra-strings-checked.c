// String functions under the names they have with _FORTIFY_SOURCE, and a few with leading underscores.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern void *__memcpy_chk(void *, const void *, size_t, size_t), *__mempcpy_chk(void *, const void *, size_t, size_t);
extern void *__memmove_chk(void *, const void *, size_t, size_t), *__memset_chk(void *, int, size_t, size_t);
extern char *__strcpy_chk(char *, const char *, size_t), *__stpcpy_chk(char *, const char *, size_t);
extern char *__strncpy_chk(char *, const char *, size_t, size_t), *__stpncpy_chk(char *, const char *, size_t, size_t);
extern char *__strcat_chk(char *, const char *, size_t), *__strncat_chk(char *, const char *, size_t, size_t);
extern char *__strdup(const char *), *__strndup(const char *, size_t), *__strtok_r(char *, const char *, char **);
extern int __xpg_strerror_r(int, char *, size_t);

static char to[32];

static void show(const char *what, const void *given) { printf("%s: %s %d\n", what, to, given ? (int)((const char *)given - to) : -1); }

int main(void) {
  show("memcpy", __memcpy_chk(to, "memory", 7, sizeof to));
  show("mempcpy", __mempcpy_chk(to, "pm", 2, sizeof to));
  show("memmove", __memmove_chk(to + 1, to, 4, sizeof to - 1));
  show("memset", __memset_chk(to, '=', 3, sizeof to));
  show("strcpy", __strcpy_chk(to, "string", sizeof to));
  show("stpcpy", __stpcpy_chk(to, "stp", sizeof to));
  show("strncpy", __strncpy_chk(to, "abcdef", 2, sizeof to));
  show("stpncpy", __stpncpy_chk(to, "uvwxyz", 2, sizeof to));
  show("strcat", __strcat_chk(to, "++", sizeof to));
  show("strncat", __strncat_chk(to, "----", 2, sizeof to));
  char *copy = __strdup("copied"), *part = __strndup("copied", 3);
  printf("%s %s\n", copy, part);
  char *state, *word = __strtok_r(copy, "p", &state);
  printf("%s %s\n", word, __strtok_r(NULL, "p", &state));
  free(copy);
  free(part);
  printf("%d ", __xpg_strerror_r(ENOENT, to, sizeof to));
  printf("%s\n", to);
  printf("%s\n", strerrordesc_np(EINVAL));
  return 0;
}
