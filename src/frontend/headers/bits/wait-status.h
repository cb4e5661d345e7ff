#ifndef _BITS_WAIT_STATUS_H
#define _BITS_WAIT_STATUS_H

#define WNOHANG 1
#define WUNTRACED 2
#define WEXITSTATUS(status) (((status)&0xff00) >> 8)
#define WTERMSIG(status) ((status)&0x7f)
#define WIFEXITED(status) (WTERMSIG(status) == 0)
#define WIFSIGNALED(status) (((signed char)(((status)&0x7f) + 1) >> 1) > 0)

#endif
