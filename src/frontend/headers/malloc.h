#ifndef _MALLOC_H
#define _MALLOC_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

void *memalign(size_t, size_t);
void *pvalloc(size_t);
void *valloc(size_t);
size_t malloc_usable_size(void *);
int malloc_trim(size_t);
int mallopt(int, int);

#define M_MMAP_THRESHOLD -3
#define M_ARENA_MAX -8

#endif
