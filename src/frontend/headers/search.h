#ifndef _SEARCH_H
#define _SEARCH_H

#define __need_size_t
#include <stddef.h>

void *lfind(const void *, const void *, size_t *, size_t, int (*)(const void *, const void *));
void *lsearch(const void *, void *, size_t *, size_t, int (*)(const void *, const void *));

#endif
