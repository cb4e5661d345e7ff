#ifndef _STRING_H
#define _STRING_H

#include <features.h>
#define __need_size_t
#define __need_NULL
#include <stddef.h>

void *memcpy(void *__restrict, const void *__restrict, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
size_t strlen(const char *);
char *strcpy(char *__restrict, const char *__restrict);
char *strncpy(char *__restrict, const char *__restrict, size_t);
char *strcat(char *__restrict, const char *__restrict);
char *strncat(char *__restrict, const char *__restrict, size_t);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
int strcoll(const char *, const char *);
size_t strxfrm(char *__restrict, const char *__restrict, size_t);
char *strchr(const char *, int);
char *strrchr(const char *, int);
char *strstr(const char *, const char *);
size_t strspn(const char *, const char *);
size_t strcspn(const char *, const char *);
char *strpbrk(const char *, const char *);
char *strtok(char *__restrict, const char *__restrict);
char *strerror(int);

#ifdef __USE_MISC
#include <strings.h>

void *memccpy(void *__restrict, const void *__restrict, int, size_t);
size_t strnlen(const char *, size_t);
char *strdup(const char *);
char *strndup(const char *, size_t);
char *strtok_r(char *__restrict, const char *__restrict, char **__restrict);
char *strsep(char **__restrict, const char *__restrict);
char *stpcpy(char *__restrict, const char *__restrict);
char *stpncpy(char *__restrict, const char *__restrict, size_t);
char *strsignal(int);
void explicit_bzero(void *, size_t);
#ifdef __USE_GNU
char *strerror_r(int, char *, size_t);
#else
int strerror_r(int, char *, size_t) __asm__("__xpg_strerror_r");
#endif
#endif

#ifdef __USE_GNU
void *mempcpy(void *__restrict, const void *__restrict, size_t);
void *memrchr(const void *, int, size_t);
void *rawmemchr(const void *, int);
void *memmem(const void *, size_t, const void *, size_t);
char *strchrnul(const char *, int);
char *strcasestr(const char *, const char *);
int strverscmp(const char *, const char *);
#ifndef basename /* <libgen.h> has another one of this name */
char *basename(const char *);
#endif
const char *strerrordesc_np(int);

#define strdupa(text)                                            \
  (__extension__({                                               \
    const char *__old = (text);                                  \
    size_t __size = strlen(__old) + 1;                           \
    (char *)memcpy(__builtin_alloca(__size), __old, __size);     \
  }))
#endif

#endif
