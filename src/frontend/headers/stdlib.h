#ifndef _STDLIB_H
#define _STDLIB_H

#include <features.h>
#define __need_size_t
#define __need_wchar_t
#define __need_NULL
#include <stddef.h>

#define EXIT_FAILURE 1
#define EXIT_SUCCESS 0
#define RAND_MAX 2147483647
#define MB_CUR_MAX ((size_t)1)

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

void *malloc(size_t) __attribute__((__malloc__));
void *calloc(size_t, size_t) __attribute__((__malloc__));
void *realloc(void *, size_t);
void free(void *);
void *aligned_alloc(size_t, size_t);

void exit(int) __attribute__((__noreturn__));
void _Exit(int) __attribute__((__noreturn__));
void quick_exit(int) __attribute__((__noreturn__));
void abort(void) __attribute__((__noreturn__));
int atexit(void (*)(void));
int at_quick_exit(void (*)(void));
char *getenv(const char *);
int system(const char *);

int atoi(const char *);
long atol(const char *);
long long atoll(const char *);
double atof(const char *);
long strtol(const char *__restrict, char **__restrict, int);
unsigned long strtoul(const char *__restrict, char **__restrict, int);
long long strtoll(const char *__restrict, char **__restrict, int);
unsigned long long strtoull(const char *__restrict, char **__restrict, int);
double strtod(const char *__restrict, char **__restrict);
float strtof(const char *__restrict, char **__restrict);

int abs(int) __attribute__((__const__));
long labs(long) __attribute__((__const__));
long long llabs(long long) __attribute__((__const__));
div_t div(int, int) __attribute__((__const__));
ldiv_t ldiv(long, long) __attribute__((__const__));
lldiv_t lldiv(long long, long long) __attribute__((__const__));

int rand(void);
void srand(unsigned);

void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));

#ifdef __USE_MISC
#include <sys/types.h>
#include <alloca.h>
#include <bits/wait-status.h>

int posix_memalign(void **, size_t, size_t);
void *reallocarray(void *, size_t, size_t);
void *valloc(size_t);
int on_exit(void (*)(int, void *), void *);
int setenv(const char *, const char *, int);
int unsetenv(const char *);
int putenv(char *);
int clearenv(void);
int rand_r(unsigned *);
long random(void);
void srandom(unsigned);
char *initstate(unsigned, char *, size_t);
char *setstate(char *);
double drand48(void);
double erand48(unsigned short[3]);
long lrand48(void);
long nrand48(unsigned short[3]);
long mrand48(void);
long jrand48(unsigned short[3]);
void srand48(long);
int mkstemp(char *);
#endif

#ifdef __USE_GNU
typedef int (*__compar_d_fn_t)(const void *, const void *, void *);
typedef int (*comparison_fn_t)(const void *, const void *);
void qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);
char *secure_getenv(const char *);
#endif

#endif
