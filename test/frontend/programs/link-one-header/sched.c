#include <sched.h>
int of_sched(void) { return (int)(sizeof(pid_t) + 10 * sizeof(time_t)); }
