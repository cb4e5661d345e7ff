// models: lp64
// Computed goto: a dispatch table of labels, label differences, a label in an automatic variable, and a jump out of a loop.
#include <stdio.h>

static int interpret(const unsigned char *code) {
  static const void *const table[] = {&&push, &&add, &&mul, &&dup, &&halt};
  int stack[16], top = 0;
#define NEXT goto *table[*code++]
  NEXT;
push:
  stack[top++] = *code++;
  NEXT;
add:
  top--;
  stack[top - 1] += stack[top];
  NEXT;
mul:
  top--;
  stack[top - 1] *= stack[top];
  NEXT;
dup:
  stack[top] = stack[top - 1];
  top++;
  NEXT;
halt:
  return stack[top - 1];
}

static int relative(int which) {
  static const int offsets[] = {&&zero - &&zero, &&one - &&zero, &&two - &&zero};
  goto *(&&zero + offsets[which]);
zero:
  return 100;
one:
  return 101;
two:
  return 102;
}

static int bounce(int n) {
  int sum = 0;
  void *next = n & 1 ? &&odd : &&even;
  for (;;) {
    goto *next;
  odd:
    sum += 3;
    next = &&even;
    continue;
  even:
    sum += 5;
    if (n-- <= 0) break;
    next = &&odd;
  }
  return sum;
}

int main(void) {
  const unsigned char program[] = {0, 3, 3, 2, 0, 4, 1, 3, 1, 4};
  printf("%d\n", interpret(program));
  for (int i = 0; i < 3; i++) printf("%d\n", relative(i));
  for (int i = 0; i < 4; i++) printf("%d\n", bounce(i));
  return 0;
}
