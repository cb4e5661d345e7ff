#include <netinet/tcp.h>
int of_tcp(void) { return (int)(sizeof(uint32_t) + 10 * sizeof(socklen_t)) + SOCK_STREAM; }
