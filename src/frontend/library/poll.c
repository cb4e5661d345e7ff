/* Which descriptors are ready. Whether a file or a socket is ready is an input; of a pipe or an event counter (channel.c) it is known. Without a
 * time limit the call waits if all descriptors are channels; otherwise the environment makes at least one ready. */
#define _GNU_SOURCE
#include "internal.h"
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>

enum { DESCRIPTORS = 64, READS = 1, WRITES = 2, FAILS = 4 };

static int fail(int error) {
  __rvl_set_errno(error);
  return -1;
}

static int is_channel(int descriptor) {
  return __rvl_is_channel && __rvl_is_channel(descriptor);
}

/* Those of the wanted events that are ready; inside a section. */
static int ready(int descriptor, int wanted) {
  if (is_channel(descriptor))
    return (wanted & READS && __rvl_channel_ready(descriptor, 1) ? READS : 0) | (wanted & WRITES && __rvl_channel_ready(descriptor, 0) ? WRITES : 0);
  return (int)__rvl_input(3, "ready") & (wanted | FAILS);
}

/* Ends a section that has found this number of ready descriptors. */
static void wait_for(int found, int waits, int only_channels, const void *object) {
  if (!waits) return;
  if (only_channels) __rvl_block_until(found > 0, "poll", object);
  else __rvl_assume(found > 0);
}

/* What is ready of each: of channels what they hold, of others what the environment says, POLLNVAL if it is not open. Waits if the time is negative. */
int poll(struct pollfd *descriptors, nfds_t count, int milliseconds) {
  if (count > DESCRIPTORS) __rvl_unsupported("poll of more than 64 descriptors");
  int wanted[DESCRIPTORS], numbers[DESCRIPTORS], result[DESCRIPTORS];
  __rvl_cancellation_point();
  for (nfds_t i = 0; i < count; i++) {
    numbers[i] = descriptors[i].fd;
    wanted[i] = (descriptors[i].events & (POLLIN | POLLRDNORM) ? READS : 0) | (descriptors[i].events & (POLLOUT | POLLWRNORM) ? WRITES : 0);
  }
  int found = 0, only_channels = 1;
  __rvl_atomic_begin();
  for (nfds_t i = 0; i < count; i++) {
    result[i] = 0;
    if (numbers[i] < 0) continue;
    if (!__rvl_descriptor_is_open(numbers[i])) {
      result[i] = POLLNVAL;
    } else {
      only_channels &= is_channel(numbers[i]);
      int now = ready(numbers[i], wanted[i]);
      result[i] = (now & READS ? POLLIN : 0) | (now & WRITES ? POLLOUT : 0) | (now & FAILS ? POLLERR : 0);
    }
    found += result[i] != 0;
  }
  wait_for(found, milliseconds < 0, only_channels, descriptors);
  __rvl_atomic_end();
  for (nfds_t i = 0; i < count; i++) descriptors[i].revents = (short)result[i];
  return found;
}

static int is_in(const fd_set *set, int descriptor) {
  return set && FD_ISSET(descriptor, set);
}

/* Keeps of each set what is ready: of channels what they hold, of others what the environment says. Waits without a time. */
int select(int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict others, struct timeval *restrict time) {
  if (count < 0 || count > FD_SETSIZE) return fail(EINVAL);
  if (count > DESCRIPTORS) __rvl_unsupported("select of descriptors above 63");
  int wanted[DESCRIPTORS], now[DESCRIPTORS];
  __rvl_cancellation_point();
  for (int i = 0; i < count; i++) wanted[i] = (is_in(reads, i) ? READS : 0) | (is_in(writes, i) ? WRITES : 0);
  int found = 0, only_channels = 1, closed = 0;
  __rvl_atomic_begin();
  for (int i = 0; i < count; i++) {
    now[i] = 0;
    if (!wanted[i]) continue;
    closed |= !__rvl_descriptor_is_open(i);
    only_channels &= is_channel(i);
    now[i] = ready(i, wanted[i]) & wanted[i];
    found += (now[i] & READS) / READS + (now[i] & WRITES) / WRITES;
  }
  wait_for(found, !time && !closed, only_channels, reads);
  __rvl_atomic_end();
  if (closed) return fail(EBADF);
  for (int i = 0; i < count; i++) {
    if (is_in(reads, i) && !(now[i] & READS)) FD_CLR(i, reads);
    if (is_in(writes, i) && !(now[i] & WRITES)) FD_CLR(i, writes);
    if (is_in(others, i)) FD_CLR(i, others);
  }
  return found;
}

/* ---- epoll: what is registered is kept in a list of all of them */

static struct interest {
  int epoll, descriptor; /* epoll 0: none */
  struct epoll_event event;
} interests[DESCRIPTORS];

static int new_epoll(void) {
  __rvl_atomic_begin();
  int descriptor = __rvl_descriptor_take();
  if (descriptor >= 0)
    for (int i = 0; i < DESCRIPTORS; i++)
      if (interests[i].epoll == descriptor) interests[i].epoll = 0;
  __rvl_atomic_end();
  return descriptor < 0 ? fail(EMFILE) : descriptor;
}

/* A new descriptor; EINVAL if the size is not positive. */
int epoll_create(int size) {
  return size <= 0 ? fail(EINVAL) : new_epoll();
}

/* A new descriptor. */
int epoll_create1(int flags) {
  (void)flags;
  return new_epoll();
}

static int change(int epoll, int operation, int descriptor, struct epoll_event event) {
  struct interest *free = 0, *known = 0;
  if (!__rvl_descriptor_is_open(epoll) || !__rvl_descriptor_is_open(descriptor)) return EBADF;
  for (int i = DESCRIPTORS - 1; i >= 0; i--) {
    if (!interests[i].epoll) free = &interests[i];
    else if (interests[i].epoll == epoll && interests[i].descriptor == descriptor) known = &interests[i];
  }
  if (operation == EPOLL_CTL_ADD) {
    if (known) return EEXIST;
    if (!free) return ENOSPC;
    *free = (struct interest){epoll, descriptor, event};
    return 0;
  }
  if (!known) return ENOENT;
  if (operation == EPOLL_CTL_MOD) known->event = event;
  else known->epoll = 0;
  return 0;
}

/* Registers, changes or removes a descriptor; what was registered happens before it is reported. */
int epoll_ctl(int epoll, int operation, int descriptor, struct epoll_event *event) {
  if (operation < EPOLL_CTL_ADD || operation > EPOLL_CTL_MOD || epoll == descriptor) return fail(EINVAL);
  struct epoll_event wanted = {0};
  if (operation != EPOLL_CTL_DEL) wanted = *event;
  __rvl_atomic_begin();
  int error = change(epoll, operation, descriptor, wanted);
  __rvl_release(interests, epoll);
  __rvl_atomic_end();
  return error ? fail(error) : 0;
}

/* Registered descriptors that are ready: of channels by what they hold, of others as the environment says. Waits if the time is negative. */
int epoll_wait(int epoll, struct epoll_event *events, int most, int milliseconds) {
  if (most <= 0) return fail(EINVAL);
  struct epoll_event result[DESCRIPTORS];
  int found = 0, only_channels = 1;
  __rvl_cancellation_point();
  __rvl_atomic_begin();
  int is_open = __rvl_descriptor_is_open(epoll);
  for (int i = 0; is_open && i < DESCRIPTORS && found < most; i++) {
    struct interest *it = &interests[i];
    if (it->epoll != epoll || !__rvl_descriptor_is_open(it->descriptor)) continue;
    uint32_t wanted = it->event.events;
    only_channels &= is_channel(it->descriptor);
    int now = ready(it->descriptor, (wanted & EPOLLIN ? READS : 0) | (wanted & EPOLLOUT ? WRITES : 0));
    if (!now || (wanted & EPOLLONESHOT && !(wanted & (EPOLLIN | EPOLLOUT)))) continue;
    result[found].events = (now & READS ? EPOLLIN : 0) | (now & WRITES ? EPOLLOUT : 0) | (now & FAILS ? EPOLLERR : 0);
    result[found++].data = it->event.data;
    if (wanted & EPOLLONESHOT) it->event.events &= ~(EPOLLIN | EPOLLOUT);
  }
  if (is_open) {
    wait_for(found, milliseconds < 0, only_channels, interests);
    __rvl_acquire(interests, epoll);
  }
  __rvl_atomic_end();
  if (!is_open) return fail(EBADF);
  for (int i = 0; i < found; i++) events[i] = result[i];
  return found;
}
