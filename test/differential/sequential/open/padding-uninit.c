#include <stdio.h>
struct s { unsigned long long a; unsigned b; _Bool c; };
static int f(struct s x) { return (int)x.a + x.b; }
int main(void) { int v = 1; printf("%d\n", f((struct s){ v, v, v })); return 0; }
