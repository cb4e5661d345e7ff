// models: lp64
// The vector extension: arithmetic, comparison, shuffles, subscripts (constant and variable), conversions, as arguments, results, in
// structs and memory, with lanes of every type.
#include <stdio.h>
#include <string.h>

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char b8 __attribute__((vector_size(8)));
typedef float f4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef long long l2 __attribute__((vector_size(16)));
typedef short s2 __attribute__((vector_size(4)));
struct body { v4 position; d2 mass; };

static v4 scale(v4 a, int by) { return a * by + (v4){1, 2, 3, 4}; }
static struct body move(struct body b) {
  b.position += scale(b.position, 2);
  b.mass /= 4.0;
  return b;
}
static void show(v4 v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }

int main(void) {
  v4 a = {1, -2, 3, -4}, b = {10, 20, 30, 40};
  show(a + b);
  show(b / a);
  show(b % (v4){3, 7, 11, 13});
  show(a > 0);
  show((a > 0) & b);
  show(-a ^ b);
  show(b << (v4){0, 1, 2, 3});
  show(b >> 1);
  show(__builtin_shufflevector(a, b, 3, 4, 1, 6));
  show(a == b);
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    sum += a[i] * b[3 - i];
    a[i] = i;
  }
  show(a);
  b8 bytes = {250, 251, 252, 253, 254, 255, 0, 1};
  bytes += 4;
  printf("%d %d %d\n", sum, bytes[1], bytes[2]);
  f4 f = {0.5f, 1.5f, 2.5f, -3.5f};
  f = f * f - 1.0f;
  show(__builtin_convertvector(f, v4));
  d2 d = {1.0, 3.0};
  d = d / (d2){4.0, 0.5};
  l2 l = d > 1.0;
  printf("%g %g %lld %lld\n", d[0], d[1], l[0], l[1]);
  struct body body = move((struct body){b, d});
  show(body.position);
  printf("%g\n", body.mass[1]);
  s2 s = {1, -1};
  s *= 300;
  int both;
  memcpy(&both, &s, sizeof both);
  printf("%x %d\n", (unsigned)both, (int)sizeof s);
  unsigned char image[16];
  memcpy(image, &a, sizeof a);
  printf("%d %d\n", image[4], image[8]);
  v4 *pointer = &a;
  (*pointer)[2] = 77;
  show(*pointer);
  return 0;
}
