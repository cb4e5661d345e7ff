// models: ilp32
// also: other.c
// flags: -fcommon
// Tentative definitions: the same variable without extern in two files is one variable, of the larger size, and an initialised one wins.
#include <stdio.h>

int counter;
int table[4];
char name[8];
double initialised;
int other(void);

int main(void) {
  counter = 3;
  table[3] = 4;
  name[0] = 'm';
  int r = other();
  printf("%d %d %c %g %d\n", counter, table[3], name[0], initialised, r);
  return 0;
}
