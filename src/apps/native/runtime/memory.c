/* The heap, inputs and failed assertions. Freed blocks are kept, so that an access to one is recognised, and are used again only if the plan
 * says so.
 */
#define _GNU_SOURCE
#include "runtime.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define CALL(name) ravel_call(#name, SITE)

enum { MAX_BLOCKS = 65536, GAP = 64 };

struct block {
  char *start;
  long size;
  int is_freed;
};

static struct block blocks[MAX_BLOCKS];
static int block_count;


/* The newest block with this address in it or just around it. */
struct block *ravel_block_at(const void *address) {
  for (int i = block_count - 1; i >= 0; i--)
    if ((char *)address >= blocks[i].start - GAP && (char *)address < blocks[i].start + blocks[i].size + GAP) return &blocks[i];
  return NULL;
}

static struct allocation *next_allocation(void) {
  for (int i = 0; ravel_self && i < ravel_allocation_count; i++)
    if (ravel_allocations[i].thread == ravel_self->index && !ravel_allocations[i].is_used) {
      ravel_allocations[i].is_used = 1;
      return &ravel_allocations[i];
    }
  return NULL;
}

/* The address of the witness, if its pages are free or were mapped here before. */
static char *place_at(unsigned long address, size_t size) {
  enum { PAGE = 4096, MAX_PAGES = 4096 };
  static unsigned long mapped[MAX_PAGES];
  static int count;
  for (unsigned long page = (address - GAP) & -PAGE; page < address + size + GAP; page += PAGE) {
    int is_known = 0;
    for (int i = 0; i < count; i++) is_known |= mapped[i] == page;
    if (is_known) continue;
    if (count == MAX_PAGES || mmap((void *)page, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) != (void *)page) return NULL;
    mapped[count++] = page;
  }
  return (char *)address;
}

/* The place of a block: that of the witness, after those before, or below them. */
static char *place_for(const struct allocation *a, size_t size, size_t align) {
  static char *lowest;
  enum { ARENA = 1 << 24 };
  char *given = a && a->address ? place_at(a->address, size) : NULL;
  if (given) return given;
  if (ravel_is_descending && !lowest) lowest = (char *)malloc(ARENA) + ARENA;
  if (!lowest) {
    char *raw = malloc(size + 2 * GAP + align);
    return raw ? (char *)(((uintptr_t)raw + GAP + align - 1) & ~(uintptr_t)(align - 1)) : NULL;
  }
  lowest = (char *)(((uintptr_t)lowest - size - 2 * GAP) & ~(uintptr_t)(align - 1));
  return lowest;
}

static void write_unwritten(int object, char *start, size_t size) {
  memset(start, ravel_fill, size);
  for (int i = 0; i < ravel_unwritten_count; i++) {
    struct unwritten *u = &ravel_unwrittens[i];
    if (u->object == object && u->size <= (long)sizeof u->value && u->offset + u->size <= (long)size) memcpy(start + u->offset, &u->value, (size_t)u->size);
  }
}

static void *allocate(size_t size, size_t align) {
  struct allocation *a = next_allocation();
  if ((a && a->fails) || size > PTRDIFF_MAX / 2 || block_count == MAX_BLOCKS) {
    errno = ENOMEM;
    return NULL;
  }
  if (align < 16) align = 16;
  char *start = NULL;
  if (a && a->in_place_of >= 0) start = ravel_objects[a->in_place_of].base;
  if (!start) {
    start = place_for(a, size, align);
    if (!start) return NULL;
    write_unwritten(a ? a->object : -1, start, size);
  }
  if (a && a->object >= 0) ravel_objects[a->object].base = start;
  blocks[block_count++] = (struct block){start, (long)size, 0};
  return start;
}

void *__wrap_malloc(size_t size) {
  CALL(malloc);
  return allocate(size, 16);
}

void *__wrap_calloc(size_t count, size_t size) {
  CALL(calloc);
  void *start = allocate(count * size, 16);
  if (start) memset(start, 0, count * size);
  return start;
}

void *__wrap_aligned_alloc(size_t align, size_t size) {
  CALL(aligned_alloc);
  return allocate(size, align);
}

int __wrap_posix_memalign(void **result, size_t align, size_t size) {
  CALL(posix_memalign);
  void *start = allocate(size, align);
  if (!start) return ENOMEM;
  *result = start;
  return 0;
}

static void release(void *start) {
  if (!start) return;
  struct block *b = ravel_block_at(start);
  int is_start = b && b->start == (char *)start;
  if (is_start && !b->is_freed) {
    b->is_freed = 1;
    return;
  }
  const char *kind = is_start ? "double-free" : "invalid-free";
  if (ravel_expects(kind) && ravel_is_at_failure(ravel_self->line))
    ravel_reached("%s in line %d: %s", is_start ? "double free" : "invalid free", ravel_self->line, ravel_failure.message);
  if (is_start) ravel_missed("double free in line %d", ravel_self->line);
}

void __wrap_free(void *start) {
  CALL(free);
  release(start);
}

void *__wrap_realloc(void *old, size_t size) {
  CALL(realloc);
  if (!old) return allocate(size, 16);
  struct block *b = ravel_block_at(old);
  long before = b ? b->size : 0;
  if (b && b->is_freed) release(old);
  void *start = allocate(size, 16);
  if (!start) return NULL;
  memcpy(start, old, before < (long)size ? (size_t)before : size);
  release(old);
  return start;
}

char *__wrap_strdup(const char *text) {
  CALL(strdup);
  char *copy = allocate(strlen(text) + 1, 16);
  return copy ? strcpy(copy, text) : NULL;
}

/* Copies a byte per step of the call. */
char *__wrap_strcpy(char *to, const char *from) {
  CALL(strcpy);
  ravel_check_argument(to, ravel_self->line);
  ravel_check_argument(from, ravel_self->line);
  size_t i = 0;
  while ((to[i] = from[i])) {
    ravel_next_part("strcpy");
    i++;
  }
  return to;
}

/* ---- the failing access */

static int is_memory_error(void) {
  return ravel_expects("use-after-free") || ravel_expects("use-after-return") || ravel_expects("use-after-scope") || ravel_expects("out-of-bounds") ||
         ravel_expects("invalid-pointer");
}

/* Called before every access: whether it is the one that the witness ends with. */
void ravel_check_memory(const void *address, long size, int line) {
  if (!is_memory_error() || !ravel_is_at_failure(line)) return;
  struct block *b = ravel_block_at(address);
  long offset = b ? (char *)address - b->start : 0;
  /* The witness's block and offset, where it tells them. */
  struct object *block = ravel_failure.object < 0 ? NULL : &ravel_objects[ravel_failure.object];
  if (b && block && block->kind == 'h' && block->base && block->base != b->start) b = NULL;
  if (b && ravel_failure.offset != NO_OFFSET && (ravel_failure.offset < offset || ravel_failure.offset >= offset + size)) b = NULL;
  if (b && ravel_expects("use-after-free") && b->is_freed && offset >= 0 && offset < b->size)
    ravel_reached("use after free: %s accesses %ld bytes at offset %ld of a freed block of %ld bytes, in line %d", ravel_thread_name(ravel_self->index), size,
                  offset, b->size, line);
  if (b && ravel_expects("out-of-bounds") && (offset < 0 || offset + size > b->size))
    ravel_reached("out of bounds: %s accesses %ld bytes at offset %ld of a block of %ld bytes, in line %d", ravel_thread_name(ravel_self->index), size, offset,
                  b->size, line);
  if (ravel_failure.object < 0 || ravel_failure.offset == NO_OFFSET) return;
  struct object *o = &ravel_objects[ravel_failure.object];
  char *at = o->base + ravel_failure.offset;
  if (o->kind == 'h') return; /* decided by the state of its block, above */
  if (o->base && (char *)address <= at && at < (char *)address + size)
    ravel_reached("%s: %s accesses %ld bytes at offset %ld of the object, in line %d", ravel_failure.message, ravel_thread_name(ravel_self->index), size,
                  ravel_failure.offset, line);
}

/* The same for an argument of a call: it points into the object of the failure. */
void ravel_check_argument(const void *address, int line) {
  if (!address || !is_memory_error() || !ravel_is_at_failure(line)) return;
  struct block *b = ravel_block_at(address);
  if (ravel_failure.object < 0) return;
  struct object *o = &ravel_objects[ravel_failure.object];
  if (o->kind == 'h' && ravel_expects("use-after-free") && !(b && b->is_freed)) return;
  if (o->base && (char *)address >= o->base && (char *)address <= o->base + o->size)
    ravel_reached("%s: %s passes an address at offset %ld of the object to a call in line %d", ravel_failure.message, ravel_thread_name(ravel_self->index),
                  (long)((char *)address - o->base), line);
}

/* ---- inputs */

int ravel_next_input(const char *what, unsigned long long *value) {
  for (int i = 0; ravel_self && i < ravel_input_count; i++) {
    struct input *in = &ravel_inputs[i];
    if (in->is_used || in->thread != ravel_self->index || strcmp(in->what, what) != 0) continue;
    in->is_used = 1;
    *value = in->value;
    return 1;
  }
  return 0;
}

/* Whether a call fails: the witness has an input for it, under the name of the function or of a group of functions. */
int ravel_call_fails(const char *name) {
  static const char *const groups[][2] = {{"send", "write"}, {"sendto", "write"}, {"recv", "read"}, {"recvfrom", "read"}, {"accept4", "accept"}};
  char what[100];
  unsigned long long fails = 0;
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
    if (strcmp(groups[i][0], name) == 0) name = groups[i][1];
  snprintf(what, sizeof what, "%s fails", name);
  return ravel_next_input(what, &fails) && fails;
}

unsigned long long ravel_input(const char *what) {
  unsigned long long value = 0;
  ravel_call(what, NULL);
  ravel_next_input(what, &value);
  return value;
}

int __wrap_rand(void) { return (int)ravel_input("rand"); }
long __wrap_random(void) { return (long)ravel_input("random"); }

int __wrap_getchar(void) {
  CALL(getchar);
  unsigned long long value;
  return ravel_next_input("input byte", &value) ? (int)value : EOF;
}

/* ---- assertions */

static _Noreturn void fail_assertion(const char *text, int line) {
  if (!ravel_expects("assertion")) ravel_missed("an assertion fails in line %d: %s", line, text);
  if (!ravel_is_at_failure(line)) ravel_missed("another assertion fails, in line %d: %s", line, text);
  ravel_reached("assertion fails: %s, in %s, line %d", text, ravel_thread_name(ravel_self->index), line);
}

void __wrap___assert_fail(const char *text, const char *file, unsigned line, const char *function) {
  (void)file, (void)line, (void)function;
  CALL(__assert_fail);
  fail_assertion(text, ravel_self->line);
}

__attribute__((weak)) void reach_error(void) {
  CALL(reach_error);
  fail_assertion("reach_error()", ravel_self->line);
}

__attribute__((weak)) void __VERIFIER_error(void) {
  CALL(__VERIFIER_error);
  fail_assertion("__VERIFIER_error()", ravel_self->line);
}

__attribute__((weak)) void __VERIFIER_assert(int condition) {
  if (condition) return;
  CALL(__VERIFIER_assert);
  fail_assertion("__VERIFIER_assert", ravel_self->line);
}
