/* A client and a server socket in one program that counts which of its calls have failed. The environment decides that of each, so
 * all may fail in one run: the assertion fails. Nothing else does: results are checked, buffers are as large as said, and there is one thread. */
#define _GNU_SOURCE
#include <assert.h>
#include <dirent.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/un.h>
#include <unistd.h>

enum { CALLS = 18 };
static int failed;

static void note(int call, int result) {
  if (result) failed |= 1 << call;
}

int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = 80};
  struct sockaddr_storage peer;
  socklen_t length = sizeof peer;
  struct addrinfo *found = NULL;
  int on = 1, other = 0;
  char host[8], service[8], byte = 0;

  note(0, socket(AF_INET, SOCK_STREAM, 0) < 0);
  int s = dup(0); /* open, whatever became of the socket */
  note(1, bind(s, (struct sockaddr *)&address, sizeof address));
  note(2, listen(s, SOMAXCONN));
  note(3, accept(s, (struct sockaddr *)&peer, &length) < 0);
  note(4, accept4(s, NULL, NULL, SOCK_CLOEXEC) < 0);
  note(5, connect(s, (struct sockaddr *)&address, sizeof address));
  note(6, setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on));
  length = sizeof other;
  note(7, getsockopt(s, SOL_SOCKET, SO_ERROR, &other, &length));
  length = sizeof peer;
  note(8, getsockname(s, (struct sockaddr *)&peer, &length));
  note(9, getpeername(s, (struct sockaddr *)&peer, &length));
  note(10, send(s, &byte, 1, MSG_NOSIGNAL) < 0);
  note(11, sendto(s, &byte, 1, 0, (struct sockaddr *)&address, sizeof address) < 0);
  note(12, recvfrom(s, &byte, 1, 0, NULL, NULL) < 0);
  note(13, shutdown(s, SHUT_WR));
  note(14, getaddrinfo("localhost", NULL, NULL, &found));
  if (found != NULL) freeaddrinfo(found);
  note(15, getnameinfo((struct sockaddr *)&address, sizeof address, host, sizeof host, service, sizeof service, 0));
  DIR *folder = opendir(".");
  note(16, folder == NULL);
  if (folder != NULL) closedir(folder);
  note(17, prctl(PR_SET_DUMPABLE, 0));
  assert(failed != (1 << CALLS) - 1);
  return 0;
}
