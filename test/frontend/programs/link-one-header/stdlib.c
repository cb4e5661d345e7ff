#include <stdlib.h>
int of_stdlib(void) { return WEXITSTATUS(0x300) + 10 * WIFEXITED(0x300) + 100 * WTERMSIG(9) + 100000 * (int)sizeof(quad_t); }
