#include <stdio.h>
struct s { unsigned long long a : 63, b : 63; unsigned c : 9; } __attribute__((packed));
int main(void) { struct s x = { 1, 2, 3 }; x.b += x.a; printf("%llu %u\n", (unsigned long long)x.b, x.c); return 0; }
