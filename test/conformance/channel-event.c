// Event counters: a write adds, a read takes all, or one of it; poll, select and epoll say when there is something.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/select.h>
#include <unistd.h>

static int go;

static void *wake(void *arg) {
  eventfd_write(go, 5);
  return arg;
}

int main(void) {
  eventfd_t value = 0;
  go = eventfd(0, 0);
  int all = eventfd(3, EFD_NONBLOCK), one = eventfd(2, EFD_SEMAPHORE | EFD_NONBLOCK);
  printf("%d", eventfd_write(all, 4));
  printf(" %d", eventfd_read(all, &value));
  printf(" %llu", (unsigned long long)value);
  int result = eventfd_read(all, &value);
  printf(" %d %d\n", result, errno == EAGAIN);
  for (int i = 0; i < 3; i++) printf("%zd ", read(one, &value, sizeof value));
  printf("%llu\n", (unsigned long long)value);

  struct pollfd polled[3] = {{.fd = all, .events = POLLIN}, {.fd = -1, .events = POLLIN}, {.fd = go, .events = POLLIN | POLLOUT}};
  printf("%d", poll(polled, 3, 0));
  printf(" %d %d %d\n", polled[0].revents, polled[1].revents, polled[2].revents);
  pthread_t t;
  pthread_create(&t, NULL, wake, NULL);
  polled[2].events = POLLIN;
  printf("%d", poll(polled, 3, -1));
  printf(" %d\n", polled[2].revents);
  fd_set reads, writes;
  FD_ZERO(&reads);
  FD_ZERO(&writes);
  FD_SET(all, &reads);
  FD_SET(go, &reads);
  FD_SET(all, &writes);
  printf("%d", select(go + 3, &reads, &writes, NULL, NULL));
  printf(" %d %d %d\n", FD_ISSET(all, &reads) != 0, FD_ISSET(go, &reads) != 0, FD_ISSET(all, &writes) != 0);

  int epoll = epoll_create1(0), other = epoll_create(1);
  struct epoll_event wanted = {.events = EPOLLIN, .data.u32 = 7}, got[4];
  printf("%d", epoll_ctl(epoll, EPOLL_CTL_ADD, go, &wanted));
  result = epoll_ctl(epoll, EPOLL_CTL_ADD, go, &wanted);
  printf(" %d %d", result, errno == EEXIST);
  result = epoll_ctl(other, EPOLL_CTL_DEL, go, &wanted);
  printf(" %d %d\n", result, errno == ENOENT);
  printf("%d", epoll_wait(epoll, got, 4, -1));
  printf(" %u %u\n", got[0].events, got[0].data.u32);
  wanted.events = EPOLLIN | EPOLLONESHOT;
  wanted.data.u32 = 8;
  printf("%d", epoll_ctl(epoll, EPOLL_CTL_MOD, go, &wanted));
  printf(" %d", epoll_wait(epoll, got, 4, 0));
  printf(" %u", got[0].data.u32);
  printf(" %d\n", epoll_wait(epoll, got, 4, 0));
  pthread_join(t, NULL);
  printf("%zd\n", read(go, &value, sizeof value));
  close(epoll);
  result = epoll_wait(epoll, got, 4, 0);
  printf("%d %d %d\n", result, errno == EBADF, other > 0);
  return 0;
}
