// Pipes and pairs of sockets: what is written is read, in order; the end of the file when the other end is closed; errors.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

static int request[2], answer[2];

static void *serve(void *arg) {
  int n;
  while (read(request[0], &n, sizeof n) == sizeof n) {
    n *= n;
    if (write(answer[1], &n, sizeof n) != sizeof n) break;
  }
  close(answer[1]);
  return arg;
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  int ends[2], pair[2];
  char text[16] = "";
  printf("%d %d\n", pipe(request), pipe(answer));
  pthread_t t;
  pthread_create(&t, NULL, serve, NULL);
  for (int i = 1; i < 4; i++) {
    int n = i, square = 0;
    if (write(request[1], &n, sizeof n) != sizeof n || read(answer[0], &square, sizeof square) != sizeof square) return 1;
    printf("%d\n", square);
  }
  close(request[1]);
  pthread_join(t, NULL);
  printf("end %zd\n", read(answer[0], text, sizeof text));

  printf("%d\n", pipe2(ends, O_NONBLOCK));
  ssize_t got = read(ends[0], text, 4);
  printf("%zd %d\n", got, errno == EAGAIN);
  printf("%zd", write(ends[1], "abcdef", 6));
  printf(" %zd", read(ends[0], text, 4));
  printf(" %.4s", text);
  printf(" %zd\n", read(ends[0], text, 4));
  got = write(ends[0], "x", 1);
  printf("%zd %d\n", got, errno == EBADF);
  close(ends[0]);
  got = write(ends[1], "x", 1);
  printf("%zd %d\n", got, errno == EPIPE);
  close(ends[1]);
  got = read(ends[0], text, 1);
  printf("%zd %d\n", got, errno == EBADF);

  printf("%d\n", socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  struct iovec out[2] = {{"to", 2}, {"gether", 6}}, in[2] = {{text, 3}, {text + 8, 5}};
  printf("%zd", writev(pair[0], out, 2));
  printf(" %zd", readv(pair[1], in, 2));
  printf(" %.3s %.5s\n", text, text + 8);
  printf("%zd", send(pair[1], "back", 4, 0));
  memset(text, 0, sizeof text);
  printf(" %zd", recv(pair[0], text, sizeof text, 0));
  printf(" %s\n", text);
  struct msghdr message = {.msg_iov = out, .msg_iovlen = 2};
  printf("%zd", sendmsg(pair[0], &message, 0));
  message.msg_iov = in;
  printf(" %zd", recvmsg(pair[1], &message, 0));
  printf(" %.3s\n", text);
  return 0;
}
