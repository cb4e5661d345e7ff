#include <malloc.h>
int of_malloc(void) { return (int)(sizeof(ptrdiff_t) + 10 * sizeof(FILE *)) + EOF; }
