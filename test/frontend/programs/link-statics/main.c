// models: lp64
// also: other.c third.c
// Static names kept apart: functions, variables, arrays, thread-locals and locals of the same name in three files; an array and a
// table declared extern without size; a function declared inside a function; a struct type of the same name with another layout.
#include <stdio.h>

struct record { int a; };
static int counter = 1;
static int buffer[2] = {10, 11};
static _Thread_local int local = 100;
static int step(void) { static int calls; return counter += ++calls; }
extern int shared[], shared_size;
extern const char *const names[];
extern struct { int x, y; } origin;
int other(int), third(int);
int global;

int main(void) {
  extern double ratio;
  int third_static(void);
  struct record r = {5};
  int a = step(), b = other(2), c = third(3), d = step();
  printf("%d %d %d %d %d\n", a, b, c, d, counter);
  int sum = 0;
  for (int i = 0; i < shared_size; i++) sum += shared[i];
  printf("%d %s %d %g %d\n", sum, names[1], origin.y, ratio, global);
  printf("%d %d %d %d\n", buffer[0], local, third_static(), r.a);
  return 0;
}
