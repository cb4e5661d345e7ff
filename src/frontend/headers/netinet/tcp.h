#ifndef _NETINET_TCP_H
#define _NETINET_TCP_H

#include <features.h>

#ifdef __USE_MISC
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>
#endif

#define TCP_NODELAY 1
#define TCP_MAXSEG 2
#define TCP_CORK 3
#define TCP_KEEPIDLE 4
#define TCP_KEEPINTVL 5
#define TCP_KEEPCNT 6
#define TCP_DEFER_ACCEPT 9
#define TCP_QUICKACK 12
#define TCP_USER_TIMEOUT 18
#define TCP_FASTOPEN 23

#endif
