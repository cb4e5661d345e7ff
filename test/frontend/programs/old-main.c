// models: ilp32
// void main, which ends without a status (made definite by exit), with a prototype-less helper that never returns.
#include <stdlib.h>

int printf();
void leave(status) { exit(status); }

void main() {
  printf("%s %d %g\n", "void", sizeof(int) == 4, 1.5f);
  leave(6);
}
