/* The heap: every allocation is a fresh object, at a new address unless reused addresses are explored; free ends its lifetime.
 * Allocation fails only for sizes that no object can have, or by choice with the option --allocation-may-fail. */
#define _GNU_SOURCE
#include "internal.h"
#include <malloc.h>
#include <stdlib.h>

enum { ALIGNMENT = 2 * sizeof(void *), PAGE = 4096 };

/* ENOMEM if the size is too large or the environment lets the allocation fail. */
static int fails(size_t size) {
  if (size <= PTRDIFF_MAX && !(__rvl_option(RVL_ALLOCATION_MAY_FAIL) && __rvl_choose(2, "allocation fails"))) return 0;
  __rvl_set_errno(ENOMEM);
  return 1;
}

static void *allocate(size_t size, size_t align) {
  return fails(size) ? NULL : __rvl_allocate(size, align, 0);
}

void *__rvl_hand_out(size_t size) {
  return fails(size) ? NULL : __rvl_allocate(size, ALIGNMENT, 4);
}

void *__rvl_malloc(size_t size) {
  return allocate(size, ALIGNMENT);
}

void *__rvl_malloc_pages(size_t size) {
  return allocate(size, PAGE);
}

void __rvl_free(void *start) {
  if (start) __rvl_deallocate(start);
}

void *__rvl_realloc(void *old, size_t size) {
  if (!old) return allocate(size, ALIGNMENT);
  size_t before = __rvl_object_size(old);
  if (size == 0) {
    __rvl_deallocate(old);
    return NULL;
  }
  void *start = allocate(size, ALIGNMENT);
  if (!start) return NULL;
  __rvl_move(start, old, before < size ? before : size);
  __rvl_deallocate(old);
  return start;
}

static int is_power_of_two(size_t n) {
  return n && !(n & (n - 1));
}

/* A fresh uninitialised heap object; malloc(0) gives an object of no bytes. */
void *malloc(size_t size) {
  return allocate(size, ALIGNMENT);
}

/* A fresh heap object of zero bytes; null and ENOMEM if the product overflows. */
void *calloc(size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) {
    __rvl_set_errno(ENOMEM);
    return NULL;
  }
  void *start = allocate(count * size, ALIGNMENT);
  if (start) __rvl_clear(start, count * size);
  return start;
}

/* Always moves: a fresh object, the common bytes copied by ordinary accesses, the old one freed; size 0 frees, as in glibc. */
void *realloc(void *old, size_t size) {
  return __rvl_realloc(old, size);
}

/* As realloc, with null and ENOMEM if the product overflows. */
void *reallocarray(void *old, size_t count, size_t size) {
  if (size && count > SIZE_MAX / size) {
    __rvl_set_errno(ENOMEM);
    return NULL;
  }
  return __rvl_realloc(old, count * size);
}

/* Ends the object's lifetime; null is ignored; invalid and double frees are reported. */
void free(void *start) {
  if (start) __rvl_deallocate(start);
}

/* As free. */
void cfree(void *start) {
  if (start) __rvl_deallocate(start);
}

/* As malloc, aligned; null and EINVAL if the alignment is not a power of two. */
void *aligned_alloc(size_t align, size_t size) {
  if (!is_power_of_two(align)) {
    __rvl_set_errno(EINVAL);
    return NULL;
  }
  return allocate(size, align < ALIGNMENT ? ALIGNMENT : align);
}

/* As aligned_alloc. */
void *memalign(size_t align, size_t size) {
  size_t power = ALIGNMENT;
  while (power < align && power <= SIZE_MAX / 2) power *= 2;
  return allocate(size, power);
}

/* As malloc, aligned; returns EINVAL or ENOMEM and leaves the pointer alone if it fails. */
int posix_memalign(void **result, size_t align, size_t size) {
  if (!is_power_of_two(align) || align % sizeof(void *)) return EINVAL;
  int saved = __rvl_get_errno();
  void *start = allocate(size, align < ALIGNMENT ? ALIGNMENT : align);
  __rvl_set_errno(saved);
  if (!start) return ENOMEM;
  *result = start;
  return 0;
}

/* As malloc, aligned to a page. */
void *valloc(size_t size) {
  return allocate(size, PAGE);
}

/* As valloc, with the size rounded up to whole pages. */
void *pvalloc(size_t size) {
  return allocate((size + (PAGE - 1)) & ~(size_t)(PAGE - 1), PAGE);
}

/* Exactly the size asked for; 0 for null. */
size_t malloc_usable_size(void *start) {
  return start ? __rvl_object_size(start) : 0;
}

/* Nothing to trim: returns 0. */
int malloc_trim(size_t keep) {
  (void)keep;
  return 0;
}

/* Accepted and without effect: returns 1. */
int mallopt(int parameter, int value) {
  (void)parameter;
  (void)value;
  return 1;
}
