/* The names that string functions have in text preprocessed with _FORTIFY_SOURCE: each is its plain function with the size of the
 * destination as a last argument. The size is ignored: an access out of bounds is reported at the access itself. */
#define _GNU_SOURCE
#include "internal.h"
#include <string.h>

/* As memcpy. */
void *__memcpy_chk(void *to, const void *from, size_t size, size_t room) {
  (void)room;
  return memcpy(to, from, size);
}

/* As mempcpy. */
void *__mempcpy_chk(void *to, const void *from, size_t size, size_t room) {
  (void)room;
  return mempcpy(to, from, size);
}

/* As memmove. */
void *__memmove_chk(void *to, const void *from, size_t size, size_t room) {
  (void)room;
  return memmove(to, from, size);
}

/* As memset. */
void *__memset_chk(void *to, int byte, size_t size, size_t room) {
  (void)room;
  return memset(to, byte, size);
}

/* As strcpy. */
char *__strcpy_chk(char *to, const char *from, size_t room) {
  (void)room;
  return strcpy(to, from);
}

/* As stpcpy. */
char *__stpcpy_chk(char *to, const char *from, size_t room) {
  (void)room;
  return stpcpy(to, from);
}

/* As strncpy. */
char *__strncpy_chk(char *to, const char *from, size_t size, size_t room) {
  (void)room;
  return strncpy(to, from, size);
}

/* As stpncpy. */
char *__stpncpy_chk(char *to, const char *from, size_t size, size_t room) {
  (void)room;
  return stpncpy(to, from, size);
}

/* As strcat. */
char *__strcat_chk(char *to, const char *from, size_t room) {
  (void)room;
  return strcat(to, from);
}

/* As strncat. */
char *__strncat_chk(char *to, const char *from, size_t size, size_t room) {
  (void)room;
  return strncat(to, from, size);
}

/* As strdup. */
char *__strdup(const char *text) {
  return strdup(text);
}

/* As strndup. */
char *__strndup(const char *text, size_t limit) {
  return strndup(text, limit);
}
