/* fcntl. channel.c keeps the flags of pipes and event counters. Of other descriptors, and of the close-on-exec flag, only values that the program
 * has set are known; the initial value is an input, which is read once. */
#define _GNU_SOURCE
#include "internal.h"
#include <fcntl.h>
#include <stdarg.h>

/* One bit for each descriptor: is the flag known, and is it set? */
static struct flag {
  uint64_t known, set;
} closes, never_waits;

/* Of descriptors that are not channels: 0, or one more than the access mode. */
static unsigned char modes[64];

void __rvl_control_forget(int descriptor) {
  closes.known &= ~((uint64_t)1 << descriptor);
  never_waits.known &= ~((uint64_t)1 << descriptor);
  modes[descriptor] = 0;
}

static void put(struct flag *flag, int descriptor, int is_set) {
  uint64_t bit = (uint64_t)1 << descriptor;
  flag->known |= bit;
  flag->set = is_set ? flag->set | bit : flag->set & ~bit;
}

static int is_known(const struct flag *flag, int descriptor) {
  return (int)(flag->known >> descriptor & 1);
}

static int get(const struct flag *flag, int descriptor) {
  return (int)(flag->set >> descriptor & 1);
}

static int is_channel(int descriptor) {
  return __rvl_is_channel && __rvl_is_channel(descriptor);
}

/* Inside a section; -1: EBADF. */
static int control(int descriptor, int command, int value) {
  if (!__rvl_descriptor_is_open(descriptor)) return -1;
  switch (command) {
  case F_GETFD:
    if (!is_known(&closes, descriptor)) put(&closes, descriptor, __rvl_input(1, "closed on exec") != 0);
    return get(&closes, descriptor) ? FD_CLOEXEC : 0;
  case F_SETFD:
    put(&closes, descriptor, value & FD_CLOEXEC);
    return 0;
  case F_GETFL:
    if (is_channel(descriptor)) return __rvl_channel_flags(descriptor, -1);
    if (!is_known(&never_waits, descriptor)) put(&never_waits, descriptor, __rvl_input(1, "never waits") != 0);
    if (!modes[descriptor]) modes[descriptor] = (unsigned char)(1 + __rvl_input_from(2, O_RDONLY, O_RDWR, "access mode"));
    return modes[descriptor] - 1 + (get(&never_waits, descriptor) ? O_NONBLOCK : 0);
  case F_SETFL:
    if (is_channel(descriptor)) __rvl_channel_flags(descriptor, value & O_NONBLOCK);
    else put(&never_waits, descriptor, value & O_NONBLOCK);
    return 0;
  default:
    __rvl_unsupported("fcntl with a command other than F_GETFD, F_SETFD, F_GETFL and F_SETFL");
  }
}

static int file_control(int descriptor, int command, int value) {
  __rvl_atomic_begin();
  int result = control(descriptor, command, value);
  __rvl_atomic_end();
  if (result < 0) __rvl_set_errno(EBADF);
  return result;
}

/* F_GETFD, F_SETFD, F_GETFL and F_SETFL with O_NONBLOCK; other commands are not modelled (RVL203). */
int fcntl(int descriptor, int command, ...) {
  va_list more;
  va_start(more, command);
  int value = command == F_SETFD || command == F_SETFL ? va_arg(more, int) : 0;
  va_end(more);
  return file_control(descriptor, command, value);
}

/* As fcntl. */
int fcntl64(int descriptor, int command, ...) {
  va_list more;
  va_start(more, command);
  int value = command == F_SETFD || command == F_SETFL ? va_arg(more, int) : 0;
  va_end(more);
  return file_control(descriptor, command, value);
}
