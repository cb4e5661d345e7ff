// inputs: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
// expect: 11111 11111 11111 111
// inputs: 0
// expect: 00000 00000 00000 000
// expect: 16 2 16 2 0
// expect: 1 2 0 1 : 0 0 : : Name or service not known
// Sockets, names of hosts, directories and prctl: what fails, and what comes if nothing does.
#define _GNU_SOURCE
#include <dirent.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  struct sockaddr_in one = {0}, two = {0}, three = {0};
  struct sockaddr *to = (struct sockaddr *)&address;
  socklen_t sizes[3] = {sizeof one, sizeof two, sizeof three};
  int on = 1, option = 7;
  socklen_t length = sizeof option;
  char byte = 'x';
  int failed[18], n = 0;

  int s = dup(0);
  failed[n++] = socket(AF_INET, SOCK_STREAM, 0) < 0;
  failed[n++] = bind(s, to, sizeof address) < 0;
  failed[n++] = listen(s, 5) < 0;
  failed[n++] = accept(s, (struct sockaddr *)&one, &sizes[0]) < 0;
  failed[n++] = accept4(s, NULL, NULL, 0) < 0;
  failed[n++] = connect(s, to, sizeof address) < 0;
  failed[n++] = setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) < 0;
  failed[n++] = getsockopt(s, SOL_SOCKET, SO_ERROR, &option, &length) < 0;
  failed[n++] = getsockname(s, (struct sockaddr *)&two, &sizes[1]) < 0;
  failed[n++] = getpeername(s, (struct sockaddr *)&three, &sizes[2]) < 0;
  failed[n++] = send(s, &byte, 1, 0) < 0;
  failed[n++] = sendto(s, &byte, 1, 0, to, sizeof address) < 0;
  failed[n++] = recvfrom(s, &byte, 1, 0, NULL, NULL) < 0;
  failed[n++] = shutdown(s, SHUT_RDWR) < 0;
  struct addrinfo *found = NULL, hints = {.ai_socktype = SOCK_DGRAM};
  failed[n++] = getaddrinfo("localhost", "80", &hints, &found) != 0;
  char host[8] = "h", service[8] = "s";
  failed[n++] = getnameinfo(to, sizeof address, host, sizeof host, service, sizeof service, 0) != 0;
  DIR *folder = opendir(".");
  failed[n++] = folder == NULL;
  failed[n++] = prctl(PR_SET_DUMPABLE, 0) < 0;
  for (int i = 0; i < n; i++) printf("%s%d", i && i % 5 == 0 ? " " : "", failed[i]);
  printf("\n");
  if (failed[0]) return 0;
  printf("%u %d %u %d %d\n", sizes[1], two.sin_family, sizes[2], three.sin_family, option);
  printf("%d %d %d %d :", found->ai_addrlen == sizeof address, found->ai_family, found->ai_next != NULL, dirfd(folder) > s);
  struct dirent *entry = readdir(folder);
  printf(" %d", entry != NULL);
  rewinddir(folder);
  int closed = closedir(folder);
  freeaddrinfo(found);
  printf(" %d :%s%s : %s\n", closed, host, service, gai_strerror(EAI_NONAME));
  return 0;
}
