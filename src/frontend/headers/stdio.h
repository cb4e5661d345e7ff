#ifndef _STDIO_H
#define _STDIO_H

#include <features.h>
#include <bits/types.h>
#include <stdarg.h>
#define __need_size_t
#define __need_NULL
#include <stddef.h>

typedef struct _IO_FILE FILE;
typedef struct _IO_FILE __FILE;
typedef struct { __off_t __offset; int __state[2]; } fpos_t;

extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr

#define EOF (-1)
#define BUFSIZ 8192
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328

int printf(const char *__restrict, ...) __attribute__((__format__(__printf__, 1, 2)));
int fprintf(FILE *__restrict, const char *__restrict, ...) __attribute__((__format__(__printf__, 2, 3)));
int sprintf(char *__restrict, const char *__restrict, ...) __attribute__((__format__(__printf__, 2, 3)));
int snprintf(char *__restrict, size_t, const char *__restrict, ...) __attribute__((__format__(__printf__, 3, 4)));
int vprintf(const char *__restrict, va_list) __attribute__((__format__(__printf__, 1, 0)));
int vfprintf(FILE *__restrict, const char *__restrict, va_list) __attribute__((__format__(__printf__, 2, 0)));
int vsprintf(char *__restrict, const char *__restrict, va_list) __attribute__((__format__(__printf__, 2, 0)));
int vsnprintf(char *__restrict, size_t, const char *__restrict, va_list) __attribute__((__format__(__printf__, 3, 0)));
int puts(const char *);
int putchar(int);
int putc(int, FILE *);
int fputc(int, FILE *);
int fputs(const char *__restrict, FILE *__restrict);
size_t fwrite(const void *__restrict, size_t, size_t, FILE *__restrict);
void perror(const char *);

int scanf(const char *__restrict, ...) __attribute__((__format__(__scanf__, 1, 2)));
int fscanf(FILE *__restrict, const char *__restrict, ...) __attribute__((__format__(__scanf__, 2, 3)));
int sscanf(const char *__restrict, const char *__restrict, ...) __attribute__((__format__(__scanf__, 2, 3)));
int vscanf(const char *__restrict, va_list);
int vfscanf(FILE *__restrict, const char *__restrict, va_list);
int vsscanf(const char *__restrict, const char *__restrict, va_list);
int getchar(void);
int getc(FILE *);
int fgetc(FILE *);
int ungetc(int, FILE *);
char *fgets(char *__restrict, int, FILE *__restrict);
size_t fread(void *__restrict, size_t, size_t, FILE *__restrict);

FILE *fopen(const char *__restrict, const char *__restrict);
FILE *freopen(const char *__restrict, const char *__restrict, FILE *__restrict);
FILE *tmpfile(void);
int fclose(FILE *);
int fflush(FILE *);
int feof(FILE *);
int ferror(FILE *);
void clearerr(FILE *);
void setbuf(FILE *__restrict, char *__restrict);
int setvbuf(FILE *__restrict, char *__restrict, int, size_t);
int fseek(FILE *, long, int);
long ftell(FILE *);
void rewind(FILE *);
int fgetpos(FILE *__restrict, fpos_t *__restrict);
int fsetpos(FILE *, const fpos_t *);
int remove(const char *);
int rename(const char *, const char *);

#ifdef __USE_MISC
typedef __off_t off_t;
typedef __ssize_t ssize_t;

FILE *fdopen(int, const char *);
FILE *popen(const char *, const char *);
int pclose(FILE *);
int fileno(FILE *);
int fseeko(FILE *, __off_t, int);
__off_t ftello(FILE *);
int dprintf(int, const char *__restrict, ...) __attribute__((__format__(__printf__, 2, 3)));
int vdprintf(int, const char *__restrict, va_list);
__ssize_t getline(char **__restrict, size_t *__restrict, FILE *__restrict);
__ssize_t getdelim(char **__restrict, size_t *__restrict, int, FILE *__restrict);
void setlinebuf(FILE *);
void setbuffer(FILE *, char *, size_t);
void flockfile(FILE *);
int ftrylockfile(FILE *);
void funlockfile(FILE *);
int getc_unlocked(FILE *);
int getchar_unlocked(void);
int fgetc_unlocked(FILE *);
int putc_unlocked(int, FILE *);
int putchar_unlocked(int);
int fputc_unlocked(int, FILE *);
int fflush_unlocked(FILE *);
size_t fwrite_unlocked(const void *__restrict, size_t, size_t, FILE *__restrict);
size_t fread_unlocked(void *__restrict, size_t, size_t, FILE *__restrict);
int feof_unlocked(FILE *);
int ferror_unlocked(FILE *);
void clearerr_unlocked(FILE *);
int fileno_unlocked(FILE *);
#endif

#ifdef __USE_GNU
int asprintf(char **__restrict, const char *__restrict, ...) __attribute__((__format__(__printf__, 2, 3)));
int vasprintf(char **__restrict, const char *__restrict, va_list);
char *fgets_unlocked(char *__restrict, int, FILE *__restrict);
int fputs_unlocked(const char *__restrict, FILE *__restrict);
#endif

#if !defined __STDC_VERSION__ || __STDC_VERSION__ < 201112L
char *gets(char *);
#endif

#endif
