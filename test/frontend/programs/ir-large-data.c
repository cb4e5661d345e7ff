// models: lp64
// A few megabytes of globals, zero and not, in the middle of which things are read and written; and a struct of 4 kB by value.
#include <stdio.h>

#define X4(x) x, x + 1, x + 2, x + 3
#define X16(x) X4(x), X4(x + 4), X4(x + 8), X4(x + 12)
#define X64(x) X16(x), X16(x + 16), X16(x + 32), X16(x + 48)
#define X256(x) X64(x), X64(x + 64), X64(x + 128), X64(x + 192)
#define X1024(x) X256(x), X256(x + 256), X256(x + 512), X256(x + 768)

static int zero[1 << 20];
static const int filled[] = {X1024(0), X1024(1024)};
static unsigned char sparse[3 << 20] = {[1 << 20] = 7, [2 << 20] = 9};
struct big { int v[1024]; };
static struct big make(int n) {
  struct big b;
  for (int i = 0; i < 1024; i++) b.v[i] = filled[i] * n;
  return b;
}
static int last(struct big b) { return b.v[1023]; }

int main(void) {
  zero[777777] = 5;
  zero[(1 << 20) - 1] = zero[777777] + 1;
  long sum = 0;
  for (int i = 0; i < 1 << 20; i += 4097) sum += zero[i];
  for (unsigned i = 0; i < sizeof filled / sizeof *filled; i += 3) sum += filled[i];
  sum += sparse[1 << 20] + sparse[2 << 20] + sparse[5] + zero[(1 << 20) - 1];
  sparse[(3 << 20) - 1] = 1;
  printf("%ld %d %d\n", sum, last(make(3)), (int)sizeof sparse);
  return 0;
}
