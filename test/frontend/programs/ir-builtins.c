// gcc's builtins: counting and swapping of bits, overflow, expectations, compile-time questions, memory, branches that are never
// taken, and _Generic.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define KIND(x) _Generic((x), char: "char", signed char: "schar", int: "int", unsigned: "uint", long: "long", float: "float", double: "double", char *: "string", const char *: "cstring", int *: "pint", void *: "pvoid", default: "other")
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })

static int never(int x) {
  switch (x & 3) {
    case 0: return 1;
    case 1: return 2;
    case 2: return 3;
    case 3: return 4;
  }
  __builtin_unreachable();
}

static unsigned hash(const char *s) {
  unsigned h = 2166136261u;
  while (__builtin_expect(*s != 0, 1)) h = (h ^ (unsigned char)*s++) * 16777619u;
  return h;
}

static void *buffer(int n) {
  char *p = __builtin_alloca(n);
  __builtin_memset(p, 'q', n);
  return __builtin_strchr(p, 'q') == p ? p : 0;
}

int main(void) {
  printf("%d %d %d %d\n", __builtin_clz(1), __builtin_ctz(8), __builtin_popcount(0xf0f0u), __builtin_parity(7));
  printf("%d %d %d %d\n", __builtin_clzll(1ULL << 40), __builtin_ctzll(1ULL << 40), __builtin_popcountll(~0ULL), __builtin_parityll(5));
  printf("%d %d %d\n", __builtin_ffs(0), __builtin_ffs(0x10), __builtin_ffsll(1LL << 50));
  printf("%d %d\n", __builtin_clrsb(0), __builtin_clrsbll(-5LL));
  printf("%x %x %llx\n", __builtin_bswap16(0x1234), __builtin_bswap32(0x12345678u), (unsigned long long)__builtin_bswap64(0x0123456789abcdefULL));
  int r, o;
  unsigned u;
  long long l;
  signed char c;
  o = __builtin_add_overflow(INT_MAX, 1, &r);
  printf("%d %d\n", o, r);
  o = __builtin_sub_overflow(-5, 10, &r);
  printf("%d %d\n", o, r);
  o = __builtin_mul_overflow(1 << 20, 1 << 20, &r);
  printf("%d %d\n", o, r);
  o = __builtin_sub_overflow(1u, 2u, &u);
  printf("%d %u\n", o, u);
  o = __builtin_smulll_overflow(1LL << 62, 4, &l);
  printf("%d %lld\n", o, l);
  o = __builtin_add_overflow(100, 100, &c);
  printf("%d %d\n", o, c);
  o = __builtin_add_overflow(-1, 2u, &u);
  printf("%d %u\n", o, u);
  printf("%d %d\n", __builtin_constant_p(3 + 4), __builtin_types_compatible_p(int, int) + __builtin_types_compatible_p(int, long));
  printf("%s\n", __builtin_choose_expr(sizeof(int) == 4, "four", 4));
  printf("%s %s %s %s %s %s\n", KIND('a'), KIND((char)1), KIND(1L), KIND(1.0f), KIND("s"), KIND((void *)0));
  printf("%d %d\n", MAX(3, 4), MAX(-1, -2));
  for (int i = 0; i < 4; i++) printf("%d ", never(i));
  printf("%x\n", hash("ravel"));
  char text[16];
  __builtin_strcpy(text, "builtin");
  __builtin_memmove(text + 2, text, 6);
  __builtin___memcpy_chk(text + 8, "tail", 5, __builtin_object_size(text + 8, 0));
  printf("%s %d %d\n", text, (int)__builtin_strlen("abc"), __builtin_memcmp("a", "b", 1) < 0);
  printf("%d\n", buffer(7) != 0);
  __builtin_prefetch(text, 1, 3);
  int array[4] __attribute__((aligned(32))) = {4, 3, 2, 1};
  int *aligned = __builtin_assume_aligned(array, 32);
  printf("%d %d\n", aligned[2], (int)((uintptr_t)aligned % 32));
  printf("%d %d %d\n", __builtin_isnan(0.0 / (double)array[3] - 0.0), __builtin_isinf_sign(-__builtin_inf()), __builtin_signbit(-0.0) != 0);
  printf("%g %g %d\n", __builtin_fabs(-2.5), __builtin_huge_val(), __builtin_abs(-9));
  printf("%d %d\n", (int)__builtin_offsetof(struct { char a; struct { short x[3]; } b; }, b.x[2]), __builtin_classify_type(1.0));
  printf("%s\n", __func__);
  if (array[0] == 99) __builtin_trap();
  if (array[0] == 98) __builtin_abort();
  return 0;
}
