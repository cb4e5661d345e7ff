/* prctl: the name of the thread is kept, everything else succeeds or fails as the environment says. */
#define _GNU_SOURCE
#include "internal.h"
#include <sys/prctl.h>

static _Thread_local char name[16];

/* PR_SET_NAME and PR_GET_NAME set and return the thread's name, of at most 15 bytes; others succeed or fail as the environment says. */
int prctl(int option, ...) {
  if (option == PR_SET_NAME || option == PR_GET_NAME) {
    va_list arguments;
    va_start(arguments, option);
    char *text = va_arg(arguments, char *);
    va_end(arguments);
    if (option == PR_GET_NAME) {
      __rvl_move(text, name, sizeof name);
      return 0;
    }
    size_t length = 0;
    for (; length < sizeof name - 1 && text[length]; length++) name[length] = text[length];
    for (; length < sizeof name; length++) name[length] = 0;
    return 0;
  }
  if (!__rvl_input(1, "prctl fails")) return 0;
  __rvl_set_errno(EINVAL);
  return -1;
}
