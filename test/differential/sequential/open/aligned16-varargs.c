#include <stdarg.h>
#include <stdio.h>
struct s { int a; char b; } __attribute__((aligned(16)));
static int f(int n, ...) { va_list ap; va_start(ap, n); struct s x = va_arg(ap, struct s); int r = x.a + (int)va_arg(ap, double); va_end(ap); return r; }
int main(void) { int v = 1; printf("%d\n", f(0, (struct s){ 3, v }, 4.0)); return 0; }
