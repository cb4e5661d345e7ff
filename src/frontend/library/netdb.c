/* Names of hosts. Which address a name has, if any, is an input. */
#define _GNU_SOURCE
#include "internal.h"
#include <netdb.h>

/* One IPv4 address from the environment, in memory that freeaddrinfo frees; or fails as the environment says. */
int getaddrinfo(const char *restrict host, const char *restrict service, const struct addrinfo *restrict hints, struct addrinfo **restrict to) {
  if (!host && !service) return EAI_NONAME;
  if (host) __rvl_length(host);
  if (service) __rvl_length(service);
  int kind = hints ? hints->ai_socktype : 0, protocol = hints ? hints->ai_protocol : 0;
  if (hints && hints->ai_family != AF_UNSPEC && hints->ai_family != AF_INET && hints->ai_family != AF_INET6) return EAI_FAMILY;
  if (__rvl_input(1, "getaddrinfo fails")) return EAI_NONAME;
  struct {
    struct addrinfo info;
    struct sockaddr_in address;
  } *found = __rvl_hand_out(sizeof *found);
  if (!found) return EAI_MEMORY;
  struct sockaddr_in address = {.sin_family = AF_INET};
  address.sin_port = (in_port_t)__rvl_input(16, "port");
  address.sin_addr.s_addr = (in_addr_t)__rvl_input(32, "address");
  found->address = address;
  found->info = (struct addrinfo){.ai_family = AF_INET,
                                  .ai_socktype = kind ? kind : SOCK_STREAM,
                                  .ai_protocol = protocol,
                                  .ai_addrlen = sizeof address,
                                  .ai_addr = (struct sockaddr *)&found->address};
  *to = &found->info;
  return 0;
}

/* Frees the result of getaddrinfo. */
void freeaddrinfo(struct addrinfo *list) {
  while (list) {
    struct addrinfo *next = list->ai_next;
    __rvl_free(list);
    list = next;
  }
}

/* A text for the error. */
const char *gai_strerror(int error) {
  switch (error) {
    case 0: return "Success";
    case EAI_AGAIN: return "Temporary failure in name resolution";
    case EAI_FAIL: return "Non-recoverable failure in name resolution";
    case EAI_FAMILY: return "ai_family not supported";
    case EAI_MEMORY: return "Memory allocation failure";
    case EAI_NONAME: return "Name or service not known";
    case EAI_SERVICE: return "Servname not supported for ai_socktype";
    case EAI_SYSTEM: return "System error";
    default: return "Unknown error";
  }
}

static void any_name(char *to, size_t room) {
  if (!to || !room) return;
  char text[8];
  size_t length = 0;
  while (length + 1 < room && length + 1 < sizeof text && __rvl_input(1, "longer name")) text[length++] = (char)('a' + (int)__rvl_input(4, "name"));
  text[length++] = 0;
  __rvl_move(to, text, length);
}

/* Short names from the environment, or fails as it says. */
int getnameinfo(const struct sockaddr *restrict address, socklen_t size, char *restrict host, socklen_t room, char *restrict service, socklen_t more, int flags) {
  (void)flags;
  struct __rvl_text text;
  __rvl_text_open(&text);
  __rvl_text_bytes(&text, (const char *)address, size);
  __rvl_text_close(&text);
  if (__rvl_input(1, "getnameinfo fails")) return EAI_AGAIN;
  any_name(host, room);
  any_name(service, more);
  return 0;
}
