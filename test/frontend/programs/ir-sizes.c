// What differs between ILP32 and LP64: sizes, alignment, layout, integer promotion, printing of size_t, and pointer arithmetic.
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct a { char c; long l; };
struct b { char c; long long l; double d; };
struct c { int i; void *p; short s; };
struct d { double d; char c; };
union u { long l; char bytes[5]; };

int main(void) {
  printf("%zu %zu %zu %zu %zu\n", sizeof(long), sizeof(void *), sizeof(size_t), sizeof(time_t), sizeof(wchar_t));
  printf("%zu %zu %zu %zu %zu\n", sizeof(struct a), sizeof(struct b), sizeof(struct c), sizeof(struct d), sizeof(union u));
  printf("%zu %zu %zu %zu\n", offsetof(struct a, l), offsetof(struct b, d), offsetof(struct c, s), _Alignof(long long));
  printf("%ld %lu %zd %td\n", LONG_MAX, ULONG_MAX, (ssize_t)-1, (ptrdiff_t)-2);
  printf("%" PRIdPTR " %" PRIuMAX " %" PRIx64 "\n", (intptr_t)-5, UINTMAX_MAX, (uint64_t)1 << 63);
  long l = -1;
  unsigned u = 1;
  printf("%d %d %d\n", l < u, -1 < (int)u, (long long)u - 2 < 0);
  unsigned long big = 1ul << (sizeof big * 8 - 1);
  printf("%lu %ld\n", big, (long)(big >> 3));
  printf("%d\n", (int)((long)INT_MAX + (sizeof(long) > 4)));
  size_t n = 0;
  n--;
  printf("%zu %d\n", n, (int)(n > UINT_MAX));
  int *p = malloc(10 * sizeof *p), *q = p + 9;
  printf("%td %d\n", q - p, (int)((uintptr_t)q - (uintptr_t)p));
  free(p);
  printf("%lld %ld\n", (long long)(uint32_t)-1, (long)(int32_t)0x80000000);
  return 0;
}
