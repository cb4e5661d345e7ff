/* Descriptors. A set of open descriptors is kept, so that use after close fails with EBADF; what is read, how much of it, and whether an
 * operation succeeds are inputs (all zero: success, and the end of the file). If short transfers are explored, how much is written is also
 * an input. No call is interrupted by a signal. */
#define _GNU_SOURCE
#include "internal.h"
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

enum { DESCRIPTORS = 64 };
static uint64_t open_descriptors = 7;

int __rvl_descriptor_take(void) {
  for (int descriptor = 0; descriptor < DESCRIPTORS; descriptor++)
    if (!(open_descriptors >> descriptor & 1)) {
      open_descriptors |= (uint64_t)1 << descriptor;
      if (__rvl_control_forget) __rvl_control_forget(descriptor);
      return descriptor;
    }
  return -1;
}

int __rvl_descriptor_is_open(int descriptor) {
  return descriptor >= 0 && descriptor < DESCRIPTORS && (open_descriptors >> descriptor & 1);
}

void __rvl_descriptor_give(int descriptor) {
  if (descriptor >= 0 && descriptor < DESCRIPTORS) open_descriptors &= ~((uint64_t)1 << descriptor);
}

static int fail(int error) {
  __rvl_set_errno(error);
  return -1;
}

static int is_open(int descriptor) {
  __rvl_atomic_begin();
  int yes = __rvl_descriptor_is_open(descriptor);
  __rvl_atomic_end();
  return yes;
}

static int is_channel(int descriptor) {
  return __rvl_is_channel && __rvl_is_channel(descriptor);
}

int __rvl_descriptor_operation(int descriptor, unsigned long long fails) {
  if (!is_open(descriptor)) return fail(EBADF);
  return fails ? fail(EIO) : 0;
}

int __rvl_file_operation(const char *path, unsigned long long fails) {
  __rvl_length(path);
  return fails ? fail(ENOENT) : 0;
}

static int open_file(const char *path) {
  __rvl_cancellation_point();
  if (__rvl_file_operation(path, __rvl_input(1, "open fails"))) return -1;
  __rvl_atomic_begin();
  int descriptor = __rvl_descriptor_take();
  __rvl_atomic_end();
  return descriptor < 0 ? fail(EMFILE) : descriptor;
}

/* The environment decides whether it fails; otherwise the lowest free descriptor. */
int open(const char *path, int flags, ...) {
  (void)flags;
  return open_file(path);
}

/* As open. */
int open64(const char *path, int flags, ...) {
  (void)flags;
  return open_file(path);
}

/* As open. */
int creat(const char *path, mode_t mode) {
  (void)mode;
  return open_file(path);
}

/* Frees the descriptor; EBADF if it is not open. */
int close(int descriptor) {
  __rvl_cancellation_point();
  __rvl_atomic_begin();
  int was_open = __rvl_descriptor_is_open(descriptor);
  if (was_open && is_channel(descriptor)) __rvl_channel_close(descriptor);
  __rvl_descriptor_give(descriptor);
  __rvl_atomic_end();
  return was_open ? 0 : fail(EBADF);
}

static void not_of_channels(int descriptor) {
  if (is_channel(descriptor)) __rvl_unsupported("a second descriptor of a pipe, a pair of sockets or an event counter");
}

/* The lowest free descriptor. A second one of a pipe or an event counter is not modelled (RVL203). */
int dup(int descriptor) {
  not_of_channels(descriptor);
  __rvl_atomic_begin();
  int next = __rvl_descriptor_is_open(descriptor) ? __rvl_descriptor_take() : -2;
  __rvl_atomic_end();
  return next == -2 ? fail(EBADF) : next < 0 ? fail(EMFILE) : next;
}

/* Marks the second descriptor open; standard output and error stay captured. A second one of a pipe or an event counter is not modelled (RVL203). */
int dup2(int descriptor, int next) {
  not_of_channels(descriptor);
  not_of_channels(next);
  if (next < 0 || next >= DESCRIPTORS) return fail(EBADF);
  __rvl_atomic_begin();
  int was_open = __rvl_descriptor_is_open(descriptor);
  if (was_open) open_descriptors |= (uint64_t)1 << next;
  __rvl_atomic_end();
  return was_open ? next : fail(EBADF);
}

ssize_t __rvl_descriptor_read(int descriptor, void *to, size_t size) {
  if (is_channel(descriptor)) return __rvl_channel_read(descriptor, to, size);
  __rvl_cancellation_point();
  if (__rvl_descriptor_operation(descriptor, __rvl_input(1, "read fails"))) return -1;
  if (size > SSIZE_MAX) size = SSIZE_MAX;
  size_t length = (size_t)__rvl_input_from(8 * (int)sizeof length, 0, size, "bytes read");
  if (!length) return 0;
  char *bytes = __rvl_allocate(length, 8, 2);
  __rvl_input_bytes(bytes, length);
  __rvl_move(to, bytes, length);
  __rvl_deallocate(bytes);
  return (ssize_t)length;
}

/* Whether it fails, how many bytes come, and the bytes are inputs; then they are copied by ordinary writes. */
ssize_t read(int descriptor, void *to, size_t size) {
  return __rvl_descriptor_read(descriptor, to, size);
}

/* As read. */
ssize_t pread(int descriptor, void *to, size_t size, off_t offset) {
  (void)offset;
  return __rvl_descriptor_read(descriptor, to, size);
}

/* As read, from text preprocessed with _FORTIFY_SOURCE. */
ssize_t __read_chk(int descriptor, void *to, size_t size, size_t room) {
  (void)room;
  return __rvl_descriptor_read(descriptor, to, size);
}

size_t __rvl_transferred(size_t size) {
  if (size < 2 || !__rvl_option(RVL_SHORT_IO)) return size;
  return (size_t)__rvl_input_from(8 * (int)sizeof size, size, 1, "bytes transferred");
}

ssize_t __rvl_descriptor_write(int descriptor, const void *from, size_t size) {
  if (is_channel(descriptor)) return __rvl_channel_write(descriptor, from, size);
  __rvl_cancellation_point();
  int captured = descriptor == 1 || descriptor == 2;
  if (!captured && __rvl_descriptor_operation(descriptor, __rvl_input(1, "write fails"))) return -1;
  if (!size) return 0;
  char *bytes = __rvl_allocate(size, 8, 2);
  __rvl_move(bytes, from, size);
  size_t length = __rvl_transferred(size);
  if (captured) __rvl_output(descriptor, bytes, length);
  __rvl_deallocate(bytes);
  return (ssize_t)length;
}

/* Writes all bytes or, as the environment is free to do, fewer, but at least one. Standard output and error are captured; for other files
 * the environment also decides whether it fails. */
ssize_t write(int descriptor, const void *from, size_t size) {
  return __rvl_descriptor_write(descriptor, from, size);
}

/* As write. */
ssize_t pwrite(int descriptor, const void *from, size_t size, off_t offset) {
  (void)offset;
  return __rvl_descriptor_write(descriptor, from, size);
}

/* Succeeds or fails as the environment says. */
int fsync(int descriptor) {
  __rvl_cancellation_point();
  return __rvl_descriptor_operation(descriptor, __rvl_input(1, "fsync fails"));
}

/* As fsync. */
int fdatasync(int descriptor) {
  __rvl_cancellation_point();
  return __rvl_descriptor_operation(descriptor, __rvl_input(1, "fdatasync fails"));
}

/* Succeeds or fails as the environment says. */
int ftruncate(int descriptor, off_t length) {
  (void)length;
  return __rvl_descriptor_operation(descriptor, __rvl_input(1, "ftruncate fails"));
}

/* Replaces the six X and opens the file, or fails as the environment says. */
int mkstemp(char *pattern) {
  size_t length = __rvl_length(pattern);
  if (length < 6) return fail(EINVAL);
  for (size_t at = length - 6; at < length; at++) {
    if (pattern[at] != 'X') return fail(EINVAL);
    pattern[at] = (char)('a' + (__rvl_input(4, "mkstemp") & 15));
  }
  return open_file(pattern);
}
