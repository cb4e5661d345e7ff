/* Sockets whose other end is the environment: whether an operation succeeds, which peer connects, and what is received are inputs; a transfer may be
 * short. A call that would wait for the network returns when it is scheduled, since nothing in the program could make it return sooner. */
#define _GNU_SOURCE
#include "internal.h"
#include <limits.h>
#include <sys/socket.h>

static int fail(int error) {
  __rvl_set_errno(error);
  return -1;
}

/* Gives a new descriptor, or fails as the environment says. */
static int take_descriptor(unsigned long long fails, int error) {
  if (fails) return fail(error);
  __rvl_atomic_begin();
  int descriptor = __rvl_descriptor_take();
  __rvl_atomic_end();
  return descriptor < 0 ? fail(EMFILE) : descriptor;
}

static int operate(int descriptor, unsigned long long fails, int error) {
  if (__rvl_descriptor_operation(descriptor, 0)) return -1;
  return fails ? fail(error) : 0;
}

/* Bytes of the environment in memory of the program, by ordinary writes. */
static void fill(void *to, size_t size) {
  if (!size) return;
  char *bytes = __rvl_allocate(size, 8, 2);
  __rvl_input_bytes(bytes, size);
  __rvl_move(to, bytes, size);
  __rvl_deallocate(bytes);
}

/* An address of some peer, as far as there is room for it; its length is that of an IPv4 address. */
static void tell_address(struct sockaddr *address, socklen_t *length) {
  if (!address || !length) return;
  socklen_t room = *length;
  fill(address, room < 16 ? room : 16);
  if (room >= sizeof address->sa_family) address->sa_family = AF_INET;
  *length = 16;
}

static void look_at(const void *from, size_t size) {
  struct __rvl_text text;
  __rvl_text_open(&text);
  __rvl_text_bytes(&text, from, size);
  __rvl_text_close(&text);
}

/* A new descriptor, or fails as the environment says. */
int socket(int domain, int type, int protocol) {
  (void)domain, (void)type, (void)protocol;
  return take_descriptor(__rvl_input(1, "socket fails"), EMFILE);
}

/* Reads the address; succeeds or fails as the environment says. */
int bind(int descriptor, const struct sockaddr *address, socklen_t length) {
  look_at(address, length);
  return operate(descriptor, __rvl_input(1, "bind fails"), EADDRINUSE);
}

/* Succeeds or fails as the environment says. */
int listen(int descriptor, int backlog) {
  (void)backlog;
  return operate(descriptor, __rvl_input(1, "listen fails"), EADDRINUSE);
}

static int accept_connection(int descriptor, struct sockaddr *address, socklen_t *length) {
  __rvl_cancellation_point();
  if (__rvl_descriptor_operation(descriptor, 0)) return -1;
  int connection = take_descriptor(__rvl_input(1, "accept fails"), ECONNABORTED);
  if (connection >= 0) tell_address(address, length);
  return connection;
}

/* A new descriptor with some peer's address, or fails as the environment says. */
int accept(int descriptor, struct sockaddr *restrict address, socklen_t *restrict length) {
  return accept_connection(descriptor, address, length);
}

/* As accept. */
int accept4(int descriptor, struct sockaddr *restrict address, socklen_t *restrict length, int flags) {
  (void)flags;
  return accept_connection(descriptor, address, length);
}

/* Reads the address; succeeds or fails as the environment says. */
int connect(int descriptor, const struct sockaddr *address, socklen_t length) {
  __rvl_cancellation_point();
  look_at(address, length);
  return operate(descriptor, __rvl_input(1, "connect fails"), ECONNREFUSED);
}

/* Succeeds or fails as the environment says. */
int shutdown(int descriptor, int how) {
  if (how < SHUT_RD || how > SHUT_RDWR) return fail(EINVAL);
  return operate(descriptor, __rvl_input(1, "shutdown fails"), ENOTCONN);
}

/* As write. */
ssize_t send(int descriptor, const void *from, size_t size, int flags) {
  (void)flags;
  return __rvl_descriptor_write(descriptor, from, size);
}

/* As write, with an address that is read. */
ssize_t sendto(int descriptor, const void *from, size_t size, int flags, const struct sockaddr *address, socklen_t length) {
  (void)flags;
  if (address) look_at(address, length);
  return __rvl_descriptor_write(descriptor, from, size);
}

/* As read. */
ssize_t recv(int descriptor, void *to, size_t size, int flags) {
  (void)flags;
  return __rvl_descriptor_read(descriptor, to, size);
}

/* As read, with some peer's address. */
ssize_t recvfrom(int descriptor, void *restrict to, size_t size, int flags, struct sockaddr *restrict address, socklen_t *restrict length) {
  (void)flags;
  ssize_t received = __rvl_descriptor_read(descriptor, to, size);
  if (received >= 0) tell_address(address, length);
  return received;
}

/* As writev. */
ssize_t sendmsg(int descriptor, const struct msghdr *message, int flags) {
  (void)flags;
  return __rvl_vector_write(descriptor, message->msg_iov, (int)message->msg_iovlen);
}

/* As readv; no ancillary data come. */
ssize_t recvmsg(int descriptor, struct msghdr *message, int flags) {
  (void)flags;
  ssize_t received = __rvl_vector_read(descriptor, message->msg_iov, (int)message->msg_iovlen);
  if (received >= 0) {
    message->msg_controllen = 0;
    message->msg_flags = 0;
  }
  return received;
}

/* Reads the value; succeeds or fails as the environment says. */
int setsockopt(int descriptor, int level, int option, const void *value, socklen_t length) {
  (void)level, (void)option;
  look_at(value, length);
  return operate(descriptor, __rvl_input(1, "setsockopt fails"), ENOPROTOOPT);
}

/* The value is an input, or it fails as the environment says. */
int getsockopt(int descriptor, int level, int option, void *restrict value, socklen_t *restrict length) {
  (void)level, (void)option;
  if (operate(descriptor, __rvl_input(1, "getsockopt fails"), ENOPROTOOPT)) return -1;
  fill(value, *length);
  return 0;
}

/* Some address, or fails as the environment says. */
int getsockname(int descriptor, struct sockaddr *restrict address, socklen_t *restrict length) {
  if (operate(descriptor, __rvl_input(1, "getsockname fails"), ENOBUFS)) return -1;
  tell_address(address, length);
  return 0;
}

/* Some address, or fails as the environment says. */
int getpeername(int descriptor, struct sockaddr *restrict address, socklen_t *restrict length) {
  if (operate(descriptor, __rvl_input(1, "getpeername fails"), ENOTCONN)) return -1;
  tell_address(address, length);
  return 0;
}
