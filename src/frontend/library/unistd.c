/* The process and its machine, as constants: process 4242 on a machine of four processors with pages of 4096 bytes. */
#define _GNU_SOURCE
#include "internal.h"
#include <sys/resource.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PAGE = 4096, PROCESSORS = 4 };

static int fail(int error) {
  __rvl_set_errno(error);
  return -1;
}

/* The constant 4242. */
pid_t getpid(void) {
  return RVL_PROCESS_ID;
}

/* The constant 1. */
pid_t getppid(void) {
  return 1;
}

/* The process's number plus the number of the thread. */
pid_t gettid(void) {
  return RVL_PROCESS_ID + __rvl_slot();
}

/* The constant 1000. */
uid_t getuid(void) {
  return 1000;
}

/* The constant 1000. */
uid_t geteuid(void) {
  return 1000;
}

/* The constant 1000. */
gid_t getgid(void) {
  return 1000;
}

/* The constant 1000. */
gid_t getegid(void) {
  return 1000;
}

/* gettid, getpid and futex by number; no other call is modelled. */
long syscall(long number, ...) {
  if (number == SYS_gettid) return RVL_PROCESS_ID + __rvl_slot();
  if (number == SYS_getpid) return RVL_PROCESS_ID;
  if (number != SYS_futex) __rvl_unsupported("syscall");
  va_list arguments;
  va_start(arguments, number);
  unsigned *word = va_arg(arguments, unsigned *);
  int operation = va_arg(arguments, int);
  unsigned value = va_arg(arguments, unsigned);
  int command = operation & FUTEX_CMD_MASK;
  /* A wake-up has no time, and often no further arguments. */
  const void *time = command == FUTEX_WAKE ? 0 : va_arg(arguments, const void *);
  unsigned mask = FUTEX_BITSET_MATCH_ANY;
  if (command == FUTEX_WAIT_BITSET || command == FUTEX_WAKE_BITSET) {
    (void)va_arg(arguments, void *);
    mask = va_arg(arguments, unsigned);
  }
  va_end(arguments);
  return __rvl_futex(word, operation, value, time, mask);
}

/* Constants for the usual questions: four processors, pages of 4096 bytes; -1 and EINVAL for others. */
long sysconf(int what) {
  switch (what) {
    case _SC_ARG_MAX: return 2097152;
    case _SC_CHILD_MAX: return 4096;
    case _SC_CLK_TCK: return 100;
    case _SC_OPEN_MAX: return 64;
    case _SC_PAGESIZE: return PAGE;
    case _SC_SEM_VALUE_MAX: return 2147483647;
    case _SC_THREADS: return 200809;
    case _SC_THREAD_KEYS_MAX: return 1024;
    case _SC_THREAD_STACK_MIN: return 16384;
    case _SC_THREAD_THREADS_MAX: return -1;
    case _SC_NPROCESSORS_CONF: return PROCESSORS;
    case _SC_NPROCESSORS_ONLN: return PROCESSORS;
    case _SC_PHYS_PAGES: return 1048576;
    case _SC_AVPHYS_PAGES: return 524288;
    case _SC_HOST_NAME_MAX: return 64;
    case _SC_LEVEL1_DCACHE_LINESIZE: return 64;
    default: return fail(EINVAL);
  }
}

/* Four. */
int get_nprocs(void) {
  return PROCESSORS;
}

/* Four. */
int get_nprocs_conf(void) {
  return PROCESSORS;
}

/* The constant 4096. */
int getpagesize(void) {
  return PAGE;
}

/* Whether it is a terminal is an input. */
int isatty(int descriptor) {
  if (descriptor >= 0 && __rvl_input(1, "isatty")) return 1;
  __rvl_set_errno(descriptor < 0 ? EBADF : ENOTTY);
  return 0;
}

static char *put_name(const char *name, char *to, size_t size) {
  size_t length = __rvl_length(name) + 1;
  if (length > size) return NULL;
  __rvl_move(to, name, length);
  return to;
}

/* Always the root directory. */
char *getcwd(char *to, size_t size) {
  if (!to) {
    if (size == 0) size = 2;
    to = __rvl_malloc(size);
    if (!to) return NULL;
  }
  char *result = put_name("/", to, size);
  if (!result) __rvl_set_errno(ERANGE);
  return result;
}

/* Ordinary accesses; the last byte of an odd number stays where it is. */
void swab(const void *restrict from, void *restrict to, ssize_t size) {
  const char *source = from;
  char *target = to;
  for (; size > 1; size -= 2) {
    char first = *source++, second = *source++;
    *target++ = second;
    *target++ = first;
  }
}

/* Always localhost. */
int gethostname(char *to, size_t size) {
  return put_name("localhost", to, size) ? 0 : fail(ENAMETOOLONG);
}

/* The clock as time used, and zero for everything else. */
int getrusage(int who, struct rusage *to) {
  if (who < RUSAGE_CHILDREN || who > RUSAGE_THREAD) return fail(EINVAL);
  unsigned long long milliseconds = __rvl_clock();
  struct rusage usage = {0};
  usage.ru_utime.tv_sec = (time_t)(milliseconds / 1000);
  usage.ru_utime.tv_usec = (suseconds_t)(milliseconds % 1000 * 1000);
  __rvl_move(to, &usage, sizeof usage);
  return 0;
}

