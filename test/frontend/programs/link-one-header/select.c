#include <sys/select.h>
int of_select(void) { return (int)(sizeof(time_t) + 10 * sizeof(suseconds_t) + 100 * sizeof(fd_mask) + 1000 * sizeof(sigset_t)); }
