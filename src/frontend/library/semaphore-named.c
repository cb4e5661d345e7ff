/* Named semaphores: a list of those that are open or still have their name. None exists when the program starts. Opening a name
 * again gives the same object; it ends when it has no name and is not open.
 */
#define _GNU_SOURCE
#include "objects.h"
#include <fcntl.h>

enum { LONGEST = 251 }; /* glibc's file is "sem." and the name, 255 bytes at most */

struct named {
  sem_t semaphore;
  struct named *next;
  int references;
  int linked; /* the name still leads here */
  char name[LONGEST + 1];
};
static struct named *all;

/* Copies the name without leading slashes: 0, or the errno of a bad one. */
static int read_name(char *to, const char *from) {
  int length = 0;
  while (*from == '/') from++;
  for (char byte; (byte = *from); from++) {
    if (byte == '/') return EINVAL;
    if (length < LONGEST) to[length] = byte;
    length++;
  }
  if (length > LONGEST) return length > LONGEST + 3 ? EINVAL : ENAMETOOLONG;
  to[length] = 0;
  return length ? 0 : EINVAL;
}

static int is_same(const char *left, const char *right) {
  while (*left && *left == *right) left++, right++;
  return *left == *right;
}

/* Inside a section. */
static struct named *find(const char *name) {
  struct named *n = all;
  while (n && !(n->linked && is_same(n->name, name))) n = n->next;
  return n;
}

/* Inside a section: makes a semaphore that is not open yet. */
static struct named *create(const char *name, unsigned value) {
  struct named *n = __rvl_allocate(sizeof *n, _Alignof(struct named), 1);
  __rvl_clear(n, sizeof *n);
  ((struct semaphore *)&n->semaphore)->value = value;
  for (int i = 0; name[i]; i++) n->name[i] = name[i];
  n->linked = 1;
  n->next = all;
  all = n;
  return n;
}

/* Finds or creates the semaphore of that name in one step; ENOENT, EEXIST, EINVAL and ENAMETOOLONG as in glibc. */
sem_t *sem_open(const char *name, int flags, ...) {
  char copy[LONGEST + 1];
  unsigned value = 0;
  if (flags & O_CREAT) {
    va_list arguments;
    va_start(arguments, flags);
    (void)va_arg(arguments, unsigned);
    value = va_arg(arguments, unsigned);
    va_end(arguments);
  }
  int error = read_name(copy, name);
  struct named *n = 0;
  if (!error) {
    __rvl_atomic_begin();
    n = find(copy);
    if (n && (flags & O_CREAT) && (flags & O_EXCL)) error = EEXIST;
    else if (!n && !(flags & O_CREAT)) error = ENOENT;
    else if (!n && value > SEM_VALUE_MAX) error = EINVAL;
    else if (!n) n = create(copy, value);
    if (!error) n->references++;
    __rvl_atomic_end();
  }
  if (!error) return &n->semaphore;
  __rvl_set_errno(error);
  return SEM_FAILED;
}

/* Closes one opening; EINVAL for a semaphore that is not open. */
int sem_close(sem_t *sem) {
  __rvl_atomic_begin();
  struct named *n = all;
  while (n && &n->semaphore != sem) n = n->next;
  int open = n && n->references > 0;
  if (open) n->references--;
  __rvl_atomic_end();
  if (open) return 0;
  __rvl_set_errno(EINVAL);
  return -1;
}

/* Removes the name, so that it can be created again; ENOENT for an unknown one. */
int sem_unlink(const char *name) {
  char copy[LONGEST + 1];
  int error = read_name(copy, name);
  if (error == EINVAL) error = ENOENT;
  if (!error) {
    __rvl_atomic_begin();
    struct named *n = find(copy);
    if (n) n->linked = 0;
    else error = ENOENT;
    __rvl_atomic_end();
  }
  if (!error) return 0;
  __rvl_set_errno(error);
  return -1;
}
