#include <sys/wait.h>
int of_wait(void) { return SIGCHLD + 100 * (int)sizeof(sigset_t); }
