// printf of integers: d i u o x X with flags, width, precision, zero values, and the extremes of every length modifier.
#include <inttypes.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
  printf("[%d] [%i] [%u] [%o] [%x] [%X]\n", 42, -42, 42u, 42u, 0xbeefu, 0xbeefu);
  printf("[%5d] [%-5d] [%05d] [%+d] [% d] [%+d] [% d]\n", 42, 42, 42, 42, 42, -42, -42);
  printf("[%.4d] [%8.4d] [%-8.4d] [%+8.4d] [%.0d] [%.0d] [%5.0d]\n", 42, 42, -42, 42, 0, 7, 0);
  printf("[%#x] [%#X] [%#o] [%#x] [%#o] [%#08x] [%#-8x] [%#.4o]\n", 255u, 255u, 8u, 0u, 0u, 255u, 255u, 8u);
  printf("[%*d] [%-*d] [%*d] [%.*d] [%.*d]\n", 6, 1, 6, 2, -6, 3, 3, 4, -1, 5);
  const char *volatile ignored_zeros = "[%08.3d] [%-08d] [%+.0d] [%x] [%5x] [%.8x]\n";
  printf(ignored_zeros, 42, 42, 0, -1, 0xabcu, 0xabcu);
  printf("%hhd %hhd %hhu %hhx\n", CHAR_MAX + 1, -1, 511, 0x1ff);
  printf("%hd %hd %hu %ho\n", SHRT_MAX, SHRT_MAX + 1, 65537, 0177777);
  printf("%d %d %u\n", INT_MAX, INT_MIN, UINT_MAX);
  printf("%ld %ld %lu\n", 2147483647l, -2147483647l, 4294967295ul);
  printf("%lld %lld %llu %llx\n", LLONG_MAX, LLONG_MIN, ULLONG_MAX, ULLONG_MAX);
  printf("%jd %ju %zd %zu %td\n", INTMAX_MIN, UINTMAX_MAX, (ssize_t)-1, (size_t)77, (ptrdiff_t)-5);
  printf("%" PRId8 " %" PRIu16 " %" PRId32 " %" PRIx64 " %" PRIdMAX "\n", (int8_t)-8, (uint16_t)60000, (int32_t)-70000,
         (uint64_t)0x123456789abcdef0, (intmax_t)-1);
  printf("[%c] [%3c] [%-3c] [%%] [%5d%%]\n", 'a', 'b', 'c', 50);
  printf("returned %d\n", printf("%d:%s\n", 12345, "xyz"));
  return 0;
}
