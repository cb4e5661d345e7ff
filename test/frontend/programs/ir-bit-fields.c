// Bit-fields of every width and signedness, zero-width ones, across storage units, in unions, packed, _Bool, long long,
// enum, volatile, compound assignment and increments, initialisers, and their bytes in memory.
#include <stdio.h>
#include <string.h>

enum mode { OFF, ON, AUTO };
struct small { unsigned a : 1, b : 3; int c : 4; _Bool d : 1; unsigned char e : 5; };
struct wide { unsigned long long a : 33; long long b : 31; unsigned c : 17; unsigned : 0; unsigned d : 15; };
struct odd { int a : 7; unsigned b : 24; int c : 32; unsigned long long d : 63; signed char e : 2; };
struct __attribute__((packed)) tight { unsigned a : 3; unsigned long long b : 40; unsigned short c : 11; char d; };
struct mixed { char x; int a : 9; short y; enum mode m : 2; volatile unsigned v : 6; };
union view { struct { unsigned low : 12, high : 20; } parts; unsigned whole; };

static struct odd initial = {-64, 0xabcdef, -2, 0x7123456789abcdefULL, -2};
static struct wide table[2] = {{.a = 0x1ffffffffULL, .b = -1, .c = 1, .d = 2}, {.b = 5}};

static void dump(const void *p, size_t n) {
  for (size_t i = 0; i < n; i++) printf("%02x", ((const unsigned char *)p)[i]);
  printf("\n");
}

static struct small pass(struct small s) {
  s.b++;
  s.c -= 3;
  s.d = !s.d;
  s.e ^= 0x1f;
  return s;
}

int main(void) {
  struct small s;
  memset(&s, 0, sizeof s);
  s.a = 3;
  s.b = 9;
  s.c = 7;
  s.d = 2;
  s.e = 33;
  printf("%d %d %d %d %d %d\n", s.a, s.b, s.c, s.d, s.e, (int)sizeof s);
  for (int i = 0; i < 9; i++) s = pass(s);
  printf("%d %d %d %d %d\n", s.a, s.b, s.c, s.d, s.e);
  dump(&s, sizeof s);
  struct wide w = table[0];
  printf("%llx %lld %x %x %d\n", (unsigned long long)w.a, (long long)w.b, w.c, w.d, (int)sizeof w);
  w.a += 2;
  w.b <<= 20;
  w.c = ~w.c;
  w.d--;
  printf("%llx %lld %x %x\n", (unsigned long long)w.a, (long long)w.b, w.c, w.d);
  dump(&table[0], sizeof table[0]);
  printf("%d %x %d %llx %d %d\n", initial.a, initial.b, initial.c, (unsigned long long)initial.d, initial.e, (int)sizeof initial);
  initial.a++;
  initial.b *= 3;
  initial.c >>= 1;
  initial.d /= 3;
  initial.e++;
  printf("%d %x %d %llx %d\n", initial.a, initial.b, initial.c, (unsigned long long)initial.d, initial.e);
  struct tight t = {5, 0x123456789aULL, 0x7ff, -3};
  t.b ^= 0xffffULL;
  t.c -= 0x123;
  printf("%d %llx %x %d %d\n", t.a, (unsigned long long)t.b, t.c, t.d, (int)sizeof t);
  struct mixed m = {'x', -255, -2, AUTO, 63};
  int before = m.v++;
  m.a--;
  printf("%c %d %d %d %d %d %d\n", m.x, m.a, m.y, m.m, before, m.v, (int)sizeof m);
  union view u = {.whole = 0xdeadbeef};
  u.parts.low++;
  printf("%x %x %x\n", u.parts.low, u.parts.high, u.whole);
  unsigned chained = 0;
  printf("%u %u\n", chained = s.b = 15, (s.a = 0, s.b = 7, s.b << 2));
  return 0;
}
