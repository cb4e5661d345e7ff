#include <unistd.h>
int of_unistd(void) { return (int)(sizeof(intptr_t) + 10 * sizeof(socklen_t)); }
