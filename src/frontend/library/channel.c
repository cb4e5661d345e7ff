/* Descriptors with both ends in the program: pipes, pairs of sockets, event counters. Unlike files and sockets, whose other end is the
 * environment, they hold what was written: a read waits until there is data, and the reader is ordered after the writer.
 *
 * Only programs that make such a descriptor link this file; read, write and close ask here first (file-descriptor.c). */
#define _GNU_SOURCE
#include "objects.h"
#include <fcntl.h>
#include <limits.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { DESCRIPTORS = 64, CAPACITY = 4096 };

struct channel {
  int readers, writers;
  unsigned first, count;
  unsigned char bytes[CAPACITY];
};

static struct endpoint {
  struct channel *in, *out;
  int is_counter, is_semaphore, never_waits;
  unsigned long long counter;
} endpoints[DESCRIPTORS];

static int fail(int error) {
  __rvl_set_errno(error);
  return -1;
}

int __rvl_is_channel(int descriptor) {
  if (descriptor < 0 || descriptor >= DESCRIPTORS) return 0;
  __rvl_atomic_begin();
  int is = endpoints[descriptor].in || endpoints[descriptor].out || endpoints[descriptor].is_counter;
  __rvl_atomic_end();
  return is;
}

/* Takes the available data into private memory: the number of bytes, or -1 and errno. */
static ssize_t take(struct endpoint *e, unsigned char *to, size_t size) {
  int error = 0;
  size_t length = 0;
  __rvl_atomic_begin();
  int cancelled = __rvl_cancel_pending();
  struct channel *c = e->in;
  if (cancelled) {
  } else if (e->is_counter) {
    if (size < sizeof e->counter) error = EINVAL;
    else if (e->never_waits && !e->counter) error = EAGAIN;
    else {
      __rvl_block_until(e->counter != 0, "event counter", e);
      unsigned long long taken = e->is_semaphore ? 1 : e->counter;
      e->counter -= taken;
      for (; length < sizeof taken; length++) to[length] = (unsigned char)(taken >> 8 * length);
      __rvl_acquire(e, 0);
    }
  } else if (!c) {
    error = EBADF;
  } else if (e->never_waits && !c->count && c->writers) {
    error = EAGAIN;
  } else {
    __rvl_block_until(c->count || !c->writers, "pipe", c);
    for (; length < size && c->count; length++, c->count--) {
      to[length] = c->bytes[c->first];
      c->first = (c->first + 1) % CAPACITY;
    }
    __rvl_acquire(c, 0);
  }
  __rvl_atomic_end();
  if (cancelled) __rvl_cancel_self();
  return error ? fail(error) : (ssize_t)length;
}

static ssize_t put(struct endpoint *e, const unsigned char *from, size_t size) {
  int error = 0;
  __rvl_atomic_begin();
  struct channel *c = e->out;
  if (e->is_counter) {
    unsigned long long more = 0;
    for (size_t i = sizeof more; size >= sizeof more && i-- > 0;) more = more << 8 | from[i];
    unsigned long long most = ULLONG_MAX - 1;
    if (size < sizeof more || more > most) error = EINVAL;
    else if (e->never_waits && more > most - e->counter) error = EAGAIN;
    else {
      __rvl_block_until(more <= most - e->counter, "event counter", e);
      e->counter += more;
      size = sizeof more;
      __rvl_release(e, 0);
    }
  } else if (!c) {
    error = EBADF;
  } else if (!c->readers) {
    error = EPIPE;
  } else {
    if (c->count + size > CAPACITY) __rvl_unsupported("more than 4096 bytes in a pipe");
    for (size_t i = 0; i < size; i++) c->bytes[(c->first + c->count++) % CAPACITY] = from[i];
    __rvl_release(c, 0);
  }
  __rvl_atomic_end();
  return error ? fail(error) : (ssize_t)size;
}

ssize_t __rvl_channel_read(int descriptor, void *to, size_t size) {
  if (!size) return 0;
  if (size > CAPACITY) size = CAPACITY;
  unsigned char *bytes = __rvl_allocate(size, 8, 2);
  ssize_t length = take(&endpoints[descriptor], bytes, size);
  if (length > 0) __rvl_move(to, bytes, (size_t)length);
  __rvl_deallocate(bytes);
  return length;
}

ssize_t __rvl_channel_write(int descriptor, const void *from, size_t size) {
  if (!size) return 0;
  if (size > CAPACITY) size = CAPACITY;
  unsigned char *bytes = __rvl_allocate(size, 8, 2);
  __rvl_move(bytes, from, size);
  ssize_t length = put(&endpoints[descriptor], bytes, size);
  __rvl_deallocate(bytes);
  return length;
}

/* One end fewer; inside the section that closes the descriptor. */
void __rvl_channel_close(int descriptor) {
  struct endpoint *e = &endpoints[descriptor];
  if (e->in) e->in->readers--;
  if (e->out) e->out->writers--;
  e->in = e->out = 0;
  e->is_counter = 0;
}

/* Whether a read (or a write) would not wait. Inside a section. */
int __rvl_channel_ready(int descriptor, int reads) {
  struct endpoint *e = &endpoints[descriptor];
  if (e->is_counter) return reads ? e->counter != 0 : e->counter < ULLONG_MAX - 1;
  struct channel *c = reads ? e->in : e->out;
  return c && (!reads || c->count || !c->writers);
}

int __rvl_channel_flags(int descriptor, int set) {
  struct endpoint *e = &endpoints[descriptor];
  if (set >= 0) e->never_waits = (set & O_NONBLOCK) != 0;
  int mode = e->is_counter || (e->in && e->out) ? O_RDWR : e->in ? O_RDONLY : O_WRONLY;
  return mode | (e->never_waits ? O_NONBLOCK : 0);
}

static struct channel *new_channel(void) {
  struct channel *c = __rvl_allocate(sizeof *c, 8, 1);
  c->readers = c->writers = 1;
  c->first = c->count = 0;
  return c;
}

/* Two descriptors, or -1 and errno. The channels of the second are those of the first the other way round. */
static int make_pair(int descriptors[2], int never_waits, int both_ways) {
  int ends[2] = {-1, -1};
  __rvl_atomic_begin();
  ends[0] = __rvl_descriptor_take();
  ends[1] = ends[0] < 0 ? -1 : __rvl_descriptor_take();
  if (ends[1] >= 0) {
    struct channel *there = new_channel(), *back = both_ways ? new_channel() : 0;
    endpoints[ends[0]] = (struct endpoint){.in = there, .out = back, .never_waits = never_waits};
    endpoints[ends[1]] = (struct endpoint){.in = back, .out = there, .never_waits = never_waits};
  } else if (ends[0] >= 0) {
    __rvl_descriptor_give(ends[0]);
  }
  __rvl_atomic_end();
  if (ends[1] < 0) return fail(EMFILE);
  descriptors[0] = ends[0];
  descriptors[1] = ends[1];
  return 0;
}

/* A pipe: what is written to the second descriptor is read from the first, which waits until there is something or the other is closed. */
int pipe(int descriptors[2]) {
  return make_pair(descriptors, 0, 0);
}

/* As pipe; with O_NONBLOCK a read of an empty pipe is EAGAIN. */
int pipe2(int descriptors[2], int flags) {
  return make_pair(descriptors, (flags & O_NONBLOCK) != 0, 0);
}

/* Two descriptors, each of which reads what was written to the other. */
int socketpair(int domain, int type, int protocol, int descriptors[2]) {
  (void)protocol;
  if (domain != AF_UNIX) return fail(EOPNOTSUPP);
  return make_pair(descriptors, (type & SOCK_NONBLOCK) != 0, 1);
}

/* A counter: a write adds to it, a read waits until it is not 0 and takes it (with EFD_SEMAPHORE: one of it). */
int eventfd(unsigned value, int flags) {
  __rvl_atomic_begin();
  int descriptor = __rvl_descriptor_take();
  if (descriptor >= 0)
    endpoints[descriptor] = (struct endpoint){
        .is_counter = 1, .is_semaphore = (flags & EFD_SEMAPHORE) != 0, .never_waits = (flags & EFD_NONBLOCK) != 0, .counter = value};
  __rvl_atomic_end();
  return descriptor < 0 ? fail(EMFILE) : descriptor;
}

/* Reads the counter: 0, or -1. */
int eventfd_read(int descriptor, eventfd_t *value) {
  if (!__rvl_is_channel(descriptor)) return fail(EBADF);
  return __rvl_channel_read(descriptor, value, sizeof *value) == sizeof *value ? 0 : -1;
}

/* Adds to the counter: 0, or -1. */
int eventfd_write(int descriptor, eventfd_t value) {
  if (!__rvl_is_channel(descriptor)) return fail(EBADF);
  return __rvl_channel_write(descriptor, &value, sizeof value) == sizeof value ? 0 : -1;
}
