/* Wide characters: the types, and the few functions that programs without wide text use. */
#ifndef _WCHAR_H
#define _WCHAR_H

#include <features.h>
#include <stdarg.h>
#define __need_size_t
#define __need_wchar_t
#define __need_wint_t
#define __need_NULL
#include <stddef.h>

#define WEOF 0xffffffffu
#ifndef WCHAR_MIN
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN (-WCHAR_MAX - 1)
#endif

typedef struct { int __count; unsigned __value; } mbstate_t;

size_t wcslen(const wchar_t *);
int wcscmp(const wchar_t *, const wchar_t *);
wchar_t *wcscpy(wchar_t *__restrict, const wchar_t *__restrict);
wchar_t *wcschr(const wchar_t *, wchar_t);
wchar_t *wmemcpy(wchar_t *__restrict, const wchar_t *__restrict, size_t);
wchar_t *wmemset(wchar_t *, wchar_t, size_t);

#endif
