// models: lp64
// link: -mcx16
// __int128: arithmetic, shifts, comparison, conversion from and to floats, as argument, result, bit-field-like masks, in structs and
// variable arguments, overflow builtins, and atomics.
#include <stdarg.h>
#include <stdio.h>

typedef __int128 wide;
typedef unsigned __int128 uwide;
struct holder { char c; wide w; };
static const wide big = ((wide)0x0123456789abcdefLL << 64) | 0xfedcba9876543210ULL;
static uwide counter;

static void show(uwide v) { printf("%016llx%016llx\n", (unsigned long long)(v >> 64), (unsigned long long)v); }
static wide power(wide base, int n) { return n == 0 ? 1 : base * power(base, n - 1); }
static wide sum(int n, ...) {
  va_list list;
  va_start(list, n);
  wide total = 0;
  while (n-- > 0) {
    total += va_arg(list, int);
    total += va_arg(list, wide);
  }
  struct holder h = va_arg(list, struct holder);
  va_end(list);
  return total + h.w + h.c;
}
static struct holder next(struct holder h) { return (struct holder){h.c + 1, h.w * 3}; }

int main(void) {
  show(big + 1);
  show(big - ((wide)1 << 100));
  show(big * 12345);
  show(big / 1000003);
  show(big % 1000003);
  show(-big / 77);
  show(-big % 77);
  show((uwide)-big / 10);
  show((uwide)-big % 10);
  show(big << 3);
  show(-big >> 70);
  show((uwide)-big >> 70);
  show(big & ~(wide)0xffff);
  show(big ^ -1);
  show(power(-7, 40));
  printf("%d %d %d %d\n", big > 0, -big > big, (uwide)-big > (uwide)big, big == big + 1);
  printf("%.6g %.6g\n", (double)big, (double)-big);
  show((wide)1e30);
  show((wide)-1.5e25f);
  show((uwide)3.0e38f);
  show(sum(2, 1, big, 2, (wide)-3, (struct holder){5, big}));
  struct holder h = next((struct holder){'a', big});
  printf("%c ", h.c);
  show(h.w);
  wide r;
  printf("%d ", __builtin_mul_overflow(big, big, &r));
  printf("%d ", __builtin_add_overflow(big, -big, &r));
  show(r);
  long long narrow;
  int overflowed = __builtin_add_overflow((wide)1 << 70, 5, &narrow);
  printf("%d %lld\n", overflowed, narrow);
  __atomic_fetch_add(&counter, (uwide)1 << 90, __ATOMIC_SEQ_CST);
  __sync_fetch_and_add(&counter, 7);
  uwide old = counter;
  printf("%d ", __atomic_compare_exchange_n(&counter, &old, old * 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  show(__atomic_load_n(&counter, __ATOMIC_SEQ_CST));
  switch (big >> 64) {
    case 0x0123456789abcdefLL: printf("high\n"); break;
    default: printf("other\n");
  }
  return 0;
}
